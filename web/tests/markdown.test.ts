/* The rules page as elements; nothing is drawn. */
import { test } from "node:test";
import assert from "node:assert/strict";
import type { ComponentChildren, VNode } from "preact";
import { Markdown } from "../shell/markdown";

/** An element as text: <p>one <b>two</b></p>, with the id and the class it has. */
function outline(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(outline).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return String(node);
  const { type, props } = node as VNode<{ id?: string; class?: string }>;
  const id = props.id ? ` id=${props.id}` : "";
  return `<${String(type)}${id}>${outline(props.children)}</${String(type)}>`;
}

const draw = (text: string, onClause = (_: string) => {}) => {
  const { children } = Markdown({ text, onClause }).props as { children: ComponentChildren };
  return outline(children);
};

test("headings begin one level lower than in the file", () => {
  assert.equal(draw("# Title\n#### Deep"), "<h2>Title</h2><h5>Deep</h5>");
});

test("lines of a paragraph are one", () => {
  assert.equal(draw("one\ntwo\n\nthree"), "<p>one two</p><p>three</p>");
});

test("bold, emphasis, code", () => {
  assert.equal(
    draw("**one** *two* `three * four`"),
    "<p><b>one</b> <em>two</em> <code>three * four</code></p>",
  );
});

test("a clause in bold is an anchor, and elsewhere a link to it", () => {
  assert.equal(
    draw("**XX-1.2** See XX-3.4."),
    "<p><b id=clause-XX-1.2>XX-1.2</b> See <button>XX-3.4</button>.</p>",
  );
});

test("lists, with lines that go on", () => {
  assert.equal(draw("- a\n  b\n- c"), "<ul><li>a b</li><li>c</li></ul>");
  assert.equal(draw("1. a\n2. b"), "<ol><li>a</li><li>b</li></ol>");
  assert.equal(draw("text\n- a"), "<p>text</p><ul><li>a</li></ul>");
});

test("tables, without their ruler", () => {
  assert.equal(
    draw("| a | b |\n| --- | :-: |\n| 1 | **2** |"),
    "<div><table><thead><tr><th>a</th><th>b</th></tr></thead>" +
      "<tbody><tr><td>1</td><td><b>2</b></td></tr></tbody></table></div>",
  );
});

test("code keeps its lines and its stars", () => {
  assert.equal(draw("    a *b*\n      c"), "<pre>a *b*\n  c</pre>");
  assert.equal(draw("```\n| a\n```\nafter"), "<pre>| a</pre><p>after</p>");
});

test("markup in the text stays text", () => {
  assert.equal(draw("<script>alert(1)</script>"), "<p><script>alert(1)</script></p>");
  const { children } = Markdown({ text: "<b>x</b>", onClause: () => {} }).props as {
    children: VNode<{ children: ComponentChildren }>[];
  };
  assert.deepEqual(children[0]!.props.children, ["<b>x</b>"], "one piece of text, no element");
});
