/** A stored lifecycle: for each state, what each event leads to. What a state does not list cannot happen in it. */
export type Moves<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

/** The next state, or undefined when the event cannot happen now. */
export function move<State extends string, Event extends string>(
  moves: Moves<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return moves[from][event]
}
