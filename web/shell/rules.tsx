/* The rules page of the game in a dialog, opened at a clause. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, trouble } from "./api";
import { Dialog } from "./dialog";
import { Markdown } from "./markdown";
import { offline, useAnswer } from "./reach";
import { words } from "./words";

interface Props {
  game: string;
  name: string;
  clause: string;
  onClose: () => void;
}

export function Rules({ game, name, clause, onClose }: Props) {
  const { answer: text, error } = useAnswer(() => api.rules(game));
  const [at, setAt] = useState(clause);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = ref.current;
    if (!root || !text) return;
    root.querySelector(".here")?.classList.remove("here");
    const anchor = at ? root.querySelector(`#clause-${CSS.escape(at)}`) : null;
    if (!anchor) return;
    const block = anchor.closest("p, li, h2, h3, h4, h5, tr") ?? anchor;
    block.classList.add("here");
    block.scrollIntoView({ block: "center" });
  }, [at, text]);
  const chapters = [...(text ?? "").matchAll(/^## (.*)$/gm)].map((found) => found[1]!);
  const turnTo = (chapter: string) => {
    const found = [...(ref.current?.querySelectorAll<HTMLElement>("h3") ?? [])];
    found[chapters.indexOf(chapter)]?.scrollIntoView({ block: "start" });
    ref.current?.focus({ preventScroll: true });
  };
  return (
    <Dialog title={words.rules.title(name)} class="rules" onClose={onClose}>
      {chapters.length > 1 && (
        <select
          class="chapters"
          aria-label={words.rules.contents}
          value=""
          onChange={(event) => {
            turnTo(event.currentTarget.value);
            event.currentTarget.value = "";
          }}
        >
          <option value="" disabled hidden>
            {words.rules.contents}
          </option>
          {chapters.map((chapter) => (
            <option value={chapter}>{chapter}</option>
          ))}
        </select>
      )}
      <div class="scroll" ref={ref} tabIndex={0} role="region" aria-label={words.rules.title(name)}>
        {text === undefined && !error && (
          <p>{offline.value ? words.net.away : words.rules.loading}</p>
        )}
        {error && (
          <p role="alert">{error.code === "not_found" ? words.rules.missing : trouble(error)}</p>
        )}
        {text && <Markdown text={text} onClause={setAt} />}
      </div>
    </Dialog>
  );
}
