/**
 * Places of a page that belong to one front end and are filled by another, by name, with what the place hands over. Whoever has the
 * place writes `<Fill remote="people" slot="home-card" …>` there; the remote names its component under `fills` of its `./routes`.
 */
export interface Slots {
  /** The living detail of the remote's card on Home (06-look.md): some three lines. `day` is the reader's day of the year, `MM-DD`. */
  'home-card': { day: string };
}
