/**
 * Slots of one micro-frontend that others fill, with the props they get. The owner renders
 * `<Fill remote="people" slot="home-card" …>`; the remote lists its component under `fills` in `./routes`.
 */
export interface Slots {
  /** Content of the remote's card on Home, about three lines. `day` is today in the user's time zone, `MM-DD`. */
  'home-card': { day: string };
}
