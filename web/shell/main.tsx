/* The entry point: the fragment of the address chooses the page (routes.ts). */
import "./fonts.css";
import "./palette.css";
import "./style.css";
import "./dialogs.css";
import "./lobby.css";
import "./table.css";
import "./targets.css";
import "./gathering.css";
import "./small.css";
import "./tour.css";
import "./talk.css";
import "./people.css";
import "./fold.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import { Defs } from "../art/marks";
import { Invite } from "./invite";
import { Lobby } from "./lobby";
import { MinePage } from "./mine";
import { TakeSeat } from "./moveseat";
import { renewsNow, watchForNewer } from "./newer";
import { startPolling } from "./notice";
import { keepPage, Offline } from "./reach";
import { parseRoute } from "./routes";
import { Setup } from "./setup";
import { TablePage } from "./tablepage";

const fragment = signal(location.hash);
window.addEventListener("hashchange", () => {
  if (renewsNow()) location.reload();
  else fragment.value = location.hash;
  window.scrollTo(0, 0);
});

function Page() {
  const to = parseRoute(fragment.value);
  switch (to.page) {
    case "invite":
      return <Invite key={fragment.value} match={to.match} seat={to.seat} secret={to.secret} />;
    case "take":
      return <TakeSeat key={fragment.value} {...to} />;
    case "mine":
      return <MinePage />;
    case "table":
      return <TablePage key={to.match} match={to.match} />;
    case "setup":
      return <Setup key={to.game} id={to.game} />;
    case "lobby":
      return <Lobby />;
  }
}

startPolling();
watchForNewer();

render(
  <>
    <Defs />
    <Offline />
    <Page />
  </>,
  document.getElementById("app")!,
);
keepPage();
