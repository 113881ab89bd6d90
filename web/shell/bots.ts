/* What a new match offers: bots with their levels and styles, options, seats the game plays. */
import type { Game, Games, Option } from "./types";
import { capital, words } from "./words";

/** Every bot to choose from: the levels of the game first, each with its styles. */
export function botList(games: Games, game: Game): { value: string; label: string }[] {
  const w = words.setup;
  const list: { value: string; label: string }[] = [];
  const levels = game.levels.map((level) => level.bot);
  const chosen = levels.flatMap((name) => games.bots.filter((bot) => bot.name === name));
  const others = games.bots.filter((bot) => !levels.includes(bot.name) && !bot.level);
  for (const bot of [...chosen, ...others]) {
    list.push({ value: bot.name, label: w.bot(capital(bot.name)) });
    if (!bot.styled) continue;
    for (const style of game.styles.slice(1)) {
      list.push({
        value: `${bot.name}:${style.name}`,
        label: w.botStyle(capital(bot.name), style.name),
      });
    }
  }
  return list;
}

/** A game lists its levels from weak to strong: a good middle first, then stronger ones. */
export function standardBot(game: Game, seat: number): string {
  const last = game.levels.length - 1;
  return game.levels[Math.min(last, Math.ceil(last / 2) + Math.max(0, seat - 1))]?.bot ?? "";
}

/** What a bot does, and its measured wins against the level below. */
export function botNote(games: Games, game: Game, name: string): string {
  const help = games.bots.find((bot) => bot.name === name.split(":")[0])?.help ?? "";
  const at = game.levels.findIndex((level) => level.bot === name);
  const level = game.levels[at];
  if (!level?.wins || !level.low || !level.high) return help;
  const below = capital(game.levels[at - 1]?.bot ?? "");
  const [wins, low, high] = [level.wins, level.low, level.high].map(Math.round);
  return `${capital(help)}. ${words.setup.botWins(wins!, low!, high!, below)}`;
}

/** The name of an option value: 0 and 1 become "No" and "Yes". */
export function sayWord(option: Option, word: string): string {
  return option.words.join() === "0,1" ? words.setup.onOff[Number(word)]! : capital(word);
}

/** The name of a seat that the game itself plays with these options. */
export function ownSeat(game: Game, options: Record<string, string>, seats: number, seat: number) {
  return game.own_seats?.find(
    (own) => own.seat === seat && own.seats === seats && options[own.option] === own.word,
  )?.name;
}
