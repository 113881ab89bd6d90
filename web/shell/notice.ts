/*
 * Tells players who look elsewhere that it is their turn: by title, icon, sound, and in matches by
 * correspondence by a notification. Sound and notifications are off until the player allows them.
 */
import { SEATS } from "../art/colours";
import { api } from "./api";
import { tableRoute } from "./routes";
import { kept } from "./settings";
import type { Match } from "./types";
import { seatNames, words } from "./words";

const POLL = 60000; // milliseconds between polls for matches that no page has open
const MOST_TOLD = 100;

export const sound = kept("sound", false);
export const notify = kept("notify", false);
/** The position of the last turn told, by match; shared by all pages of this browser. */
const told = kept<Record<string, number>>("told", {});

/* ---- Title and icon ---- */

const SIGNS = [
  '<circle r="7.5"/>',
  '<path d="M0-9 9 0 0 9-9 0z"/>',
  '<path d="M0-8 9 7H-9z"/>',
  '<path d="M-7-7H7V7H-7z"/>',
];

/** The suitcase with the sign of the seat to act: bright if that is me, grey if not. */
function icon(seat: number, mine: boolean): string {
  const sign = `<g transform="translate(${mine ? "17 20) scale(1.15)" : "24 22)"}" fill="${SEATS[seat % SEATS.length]}" stroke="#fffaf0" stroke-width="2" stroke-linejoin="round">${SIGNS[seat % 4]}</g>`;
  const case_ = mine ? "#f2b134" : "#5f7389";
  const straps = mine ? "#c23b25" : "#8aa0b8";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 32"><path d="M11 9V5a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v4" fill="none" stroke="#8aa0b8" stroke-width="2.6"/><rect x="1" y="9" width="32" height="21" rx="4" fill="${case_}"/><path d="M7 9h3v21H7zM24 9h3v21h-3z" fill="${straps}"/>${sign}</svg>`;
}

let standard = "";

/** Sets the title and the icon of the page. `seat`: the seat whose sign the icon shows. */
export function showTurn(title: string, seat: number | null = null, mine = false): void {
  if (document.title !== title) document.title = title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  standard ||= link.href;
  const href =
    seat === null ? standard : `data:image/svg+xml,${encodeURIComponent(icon(seat, mine))}`;
  if (link.href !== href) link.href = href;
}

/* ---- Sound ---- */

let audio: AudioContext | null = null;

/** Two soft strokes of a bell, as at the desk of a small hotel. */
export function ring(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const start = audio.currentTime + 0.02;
    for (const [at, pitch] of [
      [0, 880],
      [0.16, 1318.5],
    ] as const) {
      for (const [part, loud] of [
        [1, 0.16],
        [2.76, 0.04],
      ] as const) {
        const tone = audio.createOscillator();
        const volume = audio.createGain();
        tone.frequency.value = pitch * part;
        volume.gain.setValueAtTime(0, start + at);
        volume.gain.linearRampToValueAtTime(loud, start + at + 0.008);
        volume.gain.exponentialRampToValueAtTime(0.0005, start + at + 0.9 / part);
        tone.connect(volume).connect(audio.destination);
        tone.start(start + at);
        tone.stop(start + at + 1);
      }
    }
  } catch {
    // A browser without sound: the title still tells it.
  }
}

/* ---- Notifications ---- */

/** Whether the browser has notifications and allows them here. */
export function permission(): NotificationPermission | "missing" {
  return "Notification" in window ? Notification.permission : "missing";
}

/** Asks for permission (browsers want a touch for that); true if it was given. */
export async function allowNotifications(): Promise<boolean> {
  if (permission() === "missing") return false;
  return (await Notification.requestPermission()) === "granted";
}

async function show(match: string, title: string, body: string): Promise<void> {
  const options: NotificationOptions = { body, tag: match, icon: "favicon.svg" };
  try {
    const made = new Notification(title, options);
    made.onclick = () => {
      window.focus();
      location.hash = tableRoute(match);
      made.close();
    };
  } catch {
    // On phones only a service worker may show one; touching it opens the table (sw.js).
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { ...options, data: { match } });
  }
}

/** Whether the page is hidden or has no focus. */
function unseen(): boolean {
  return document.visibilityState === "hidden" || !document.hasFocus();
}

interface Turn {
  match: string;
  position: number;
  game: string;
  prompt: string;
  correspondence: boolean;
}

/** It is my turn and I can see it: remember the turn as told. */
export function passTurn(turn: Turn): void {
  const others = Object.entries(told.value).filter(([match]) => match !== turn.match);
  told.value = Object.fromEntries([...others.slice(1 - MOST_TOLD), [turn.match, turn.position]]);
}

/** It has become my turn: ring if wanted; notify if wanted and the page is not seen. */
export function tellTurn(turn: Turn): void {
  if (told.value[turn.match] === turn.position) return;
  passTurn(turn);
  if (sound.value) ring();
  if (!turn.correspondence || !notify.value || permission() !== "granted" || !unseen()) return;
  void show(turn.match, words.notice.title(turn.game), turn.prompt);
}

/* Polls the matches that this page does not show. */
async function poll(): Promise<void> {
  if (!notify.value || permission() !== "granted" || !unseen()) return;
  try {
    const [mine, games] = await Promise.all([api.mine(), api.games()]);
    for (const m of mine) {
      if (m.clock?.kind !== "days" || m.status !== "running" || !m.mine.includes(m.to_act))
        continue;
      tellTurn({
        match: m.match,
        position: m.position,
        game: games.games.find((game) => game.id === m.game)?.name ?? words.valise,
        prompt: words.notice.against(
          seatNames(m.seats).filter((_, seat) => !m.mine.includes(seat)),
        ),
        correspondence: true,
      });
    }
  } catch {
    // The server cannot be reached just now; the next poll may succeed.
  }
}

export function startPolling(): void {
  window.setInterval(() => void poll(), POLL);
}

/** In how many of these matches it is my turn. */
export function turnsWaiting(matches: Match[]): number {
  return matches.filter((m) => m.status === "running" && m.mine.includes(m.to_act)).length;
}
