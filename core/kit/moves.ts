/**
 * A state machine: for each state, the next state of each event. An event that a state does not list is impossible.
 */
export type Moves<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

/** The next state; undefined when the event is impossible now. */
export function nextState<State extends string, Event extends string>(
  moves: Moves<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return moves[from][event]
}
