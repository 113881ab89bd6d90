/*
 * Draws the rules page: headings, paragraphs, lists, tables, bold, emphasis, code. Clause numbers
 * in bold become anchors. The text is never inserted as HTML.
 */
import type { ComponentChildren, VNode } from "preact";

const CLAUSE = /^[A-Z]{2,3}-\d+(\.\d+)*$/;

function inline(text: string, onClause: (clause: string) => void): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  const pattern = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*|\b[A-Z]{2,3}-\d+(?:\.\d+)+\b)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > last) out.push(text.slice(last, match.index));
    const token = match[0];
    if (token.startsWith("**")) {
      const inner = token.slice(2, -2);
      out.push(
        CLAUSE.test(inner) ? (
          <b id={`clause-${inner}`} class="clause-number">
            {inner}
          </b>
        ) : (
          <b>{inner}</b>
        ),
      );
    } else if (token.startsWith("`")) out.push(<code>{token.slice(1, -1)}</code>);
    else if (token.startsWith("*")) out.push(<em>{token.slice(1, -1)}</em>);
    else {
      out.push(
        <button type="button" class="clause" onClick={() => onClause(token)}>
          {token}
        </button>,
      );
    }
    last = match.index + token.length;
  }
  if (last < text.length) out.push(text.slice(last));
  return out;
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

export function Markdown({ text, onClause }: { text: string; onClause: (clause: string) => void }) {
  const out: VNode[] = [];
  const lines = text.split("\n");
  let i = 0;
  const draw = (line: string) => inline(line, onClause);
  const starts = /^(#{1,4} |[-*] |\d+\. |\||```|    )/;
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (!line.trim()) {
      i++;
    } else if (heading) {
      const level = Math.min(5, heading[1]!.length + 1);
      const Tag = `h${level}` as "h2";
      out.push(<Tag>{draw(heading[2]!)}</Tag>);
      i++;
    } else if (line.startsWith("```") || line.startsWith("    ")) {
      const fenced = line.startsWith("```");
      const code: string[] = [];
      if (fenced) i++;
      while (
        i < lines.length &&
        (fenced ? !lines[i]!.startsWith("```") : /^ {4}/.test(lines[i]!))
      ) {
        code.push(fenced ? lines[i]! : lines[i]!.slice(4));
        i++;
      }
      if (fenced) i++;
      out.push(<pre tabIndex={0}>{code.join("\n")}</pre>);
    } else if (line.startsWith("|")) {
      const rows: string[][] = [];
      while (i < lines.length && lines[i]!.startsWith("|")) rows.push(cells(lines[i++]!));
      const [head, ...rest] = rows;
      const body = rest.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
      out.push(
        <div class="wide" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {head!.map((cell) => (
                  <th scope="col">{draw(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {body.map((row) => (
                <tr>
                  {row.map((cell) => (
                    <td>{draw(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>,
      );
    } else if (/^([-*]|\d+\.) /.test(line)) {
      const ordered = /^\d/.test(line);
      const items: string[] = [];
      while (i < lines.length && lines[i]!.trim()) {
        const item = /^(?:[-*]|\d+\.) (.*)$/.exec(lines[i]!);
        if (item) items.push(item[1]!);
        else if (starts.test(lines[i]!) && !lines[i]!.startsWith("  ")) break;
        else items[items.length - 1] += " " + lines[i]!.trim();
        i++;
      }
      const list = items.map((item) => <li>{draw(item)}</li>);
      out.push(ordered ? <ol>{list}</ol> : <ul>{list}</ul>);
    } else {
      const paragraph: string[] = [];
      while (
        i < lines.length &&
        lines[i]!.trim() &&
        (paragraph.length === 0 || !starts.test(lines[i]!))
      ) {
        paragraph.push(lines[i++]!.trim());
      }
      out.push(<p>{draw(paragraph.join(" "))}</p>);
    }
  }
  return <div class="markdown">{out}</div>;
}
