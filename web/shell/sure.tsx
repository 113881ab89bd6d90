/* A confirmation before something that cannot be undone. */
import { useState } from "preact/hooks";
import { trouble } from "./api";
import { Dialog } from "./dialog";
import { words } from "./words";

export interface Question {
  title: string;
  text: string;
  /** The text of the confirming button. */
  yes: string;
  act: () => Promise<unknown>;
}

export function Sure({ question, onClose }: { question: Question; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const act = () => {
    setBusy(true);
    setError("");
    question.act().then(onClose, (e: Error) => {
      setBusy(false);
      setError(trouble(e));
    });
  };
  return (
    <Dialog title={question.title} class="sure" onClose={onClose}>
      <p>{question.text}</p>
      {error && <p role="alert">{error}</p>}
      <div class="row">
        <button type="button" class="quiet" onClick={onClose}>
          {words.sure.no}
        </button>
        <button type="button" class="quiet danger" disabled={busy} onClick={act}>
          {question.yes}
        </button>
      </div>
    </Dialog>
  );
}
