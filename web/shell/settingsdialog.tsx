/* The menu: light, motion, whether to ask before every move; and the list of keys. */
import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog";
import { confirmMoves, motion, theme } from "./settings";
import { words } from "./words";

interface Props {
  onClose: () => void;
  children?: ComponentChildren;
}

export function Settings({ onClose, children }: Props) {
  const w = words.settings;
  return (
    <Dialog title={w.title} class="settings" onClose={onClose}>
      <div class="scroll">
        {children}
        <label class="field">
          <span>{w.light}</span>
          <select
            value={theme.value}
            onChange={(e) => (theme.value = e.currentTarget.value as "auto")}
          >
            {(["auto", "light", "dark"] as const).map((key) => (
              <option value={key}>{w.themes[key]}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.motion}</span>
          <select
            value={motion.value}
            onChange={(e) => (motion.value = e.currentTarget.value as "auto")}
          >
            {(["auto", "off"] as const).map((key) => (
              <option value={key}>{w.motions[key]}</option>
            ))}
          </select>
        </label>
        <label class="field check">
          <input
            type="checkbox"
            checked={confirmMoves.value}
            onChange={(e) => (confirmMoves.value = e.currentTarget.checked)}
          />
          <span>
            {w.confirm}
            <small class="soft">{w.confirmNote}</small>
          </span>
        </label>
        <h3>{words.keys.title}</h3>
        <KeyList />
      </div>
    </Dialog>
  );
}

function KeyList() {
  return (
    <dl class="keys">
      {words.keys.list.map(([key, what]) => (
        <div>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.keys.title} onClose={onClose}>
      <div class="scroll">
        <KeyList />
      </div>
    </Dialog>
  );
}
