/* The menu (light, motion, confirming moves, the first game) and the list of keys. */
import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog";
import { allowNotifications, notify, permission, ring, sound } from "./notice";
import { confirmMoves, motion, theme, tourOn } from "./settings";
import { words } from "./words";

interface Props {
  onClose: () => void;
  /** Starts the first game's explanations again. */
  onTour?: () => void;
  children?: ComponentChildren;
}

export function Settings({ onClose, onTour, children }: Props) {
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
        <Telling />
        <label class="field check explain">
          <input
            type="checkbox"
            checked={tourOn.value}
            onChange={(e) => (tourOn.value = e.currentTarget.checked)}
          />
          <span>
            {words.tour.on}
            <small class="soft">{words.tour.onNote}</small>
          </span>
        </label>
        {onTour && (
          <div class="row">
            <button type="button" class="quiet again" onClick={onTour}>
              {words.tour.again}
            </button>
          </div>
        )}
        <h3>{words.keys.title}</h3>
        <KeyList />
      </div>
    </Dialog>
  );
}

/* Sound and notifications for my turn; both are off at first. */
function Telling() {
  const w = words.settings;
  const may = permission();
  return (
    <>
      <label class="field check">
        <input
          type="checkbox"
          name="sound"
          checked={sound.value}
          onChange={(e) => {
            sound.value = e.currentTarget.checked;
            if (sound.value) ring();
          }}
        />
        <span>
          {w.sound}
          <small class="soft">{w.soundNote}</small>
        </span>
      </label>
      <label class="field check">
        <input
          type="checkbox"
          name="notify"
          checked={notify.value && may === "granted"}
          disabled={may === "denied" || may === "missing"}
          onChange={async (e) => {
            const box = e.currentTarget;
            notify.value = box.checked && (await allowNotifications());
            box.checked = notify.value;
          }}
        />
        <span>
          {w.notify}
          <small class="soft">
            {may === "denied" || may === "missing" ? w.notifyBlocked : w.notifyNote}
          </small>
        </span>
      </label>
    </>
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
