/* Where the page begins: the route in the fragment chooses what is shown. */
import "./fonts.css";
import "./style.css";
import "./table.css";
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
import { Setup } from "./setup";
import { TablePage } from "./tablepage";

const route = signal(location.hash);
window.addEventListener("hashchange", () => {
  if (renewsNow()) location.reload();
  else route.value = location.hash;
  window.scrollTo(0, 0);
});

function Page() {
  const [, page, id = "", part, seat = "", secret = ""] = route.value.split("/");
  if (page === "m" && part === "s")
    return <Invite key={route.value} match={id} seat={Number(seat)} secret={secret} />;
  if (page === "m" && part === "t")
    return <TakeSeat key={route.value} match={id} seat={Number(seat)} token={secret} />;
  if (page === "mine") return <MinePage />;
  if (page === "m" && id) return <TablePage key={id} match={id} />;
  if (page === "new" && id) return <Setup key={id} id={id} />;
  return <Lobby />;
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
