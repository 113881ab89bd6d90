/* The rules panel: the game's page, opened at a clause. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "./api";
import { Dialog } from "./dialog";
import { Markdown } from "./markdown";
import { words } from "./words";

interface Props {
  game: string;
  name: string;
  clause: string;
  onClose: () => void;
}

export function Rules({ game, name, clause, onClose }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(clause);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    api.rules(game).then(setText, () => setText(""));
  }, [game]);
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
  return (
    <Dialog title={words.rules.title(name)} class="rules" onClose={onClose}>
      <div class="scroll" ref={ref} tabIndex={0} role="region" aria-label={words.rules.title(name)}>
        {text === null && <p>{words.rules.loading}</p>}
        {text === "" && <p>{words.rules.missing}</p>}
        {text && <Markdown text={text} onClause={setAt} />}
      </div>
    </Dialog>
  );
}
