/**
 * States of an accepted message that a provider reports, in ascending rank. `delivered` outranks `undelivered`: a
 * message may still arrive after that report.
 */
export const deliveryStates = ['queued', 'sent', 'undelivered', 'delivered', 'read'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Whether a report outranks the known state. The state never regresses when reports repeat or arrive late. */
export const outranksState = (report: DeliveryState, known: DeliveryState): boolean =>
  deliveryStates.indexOf(report) > deliveryStates.indexOf(known)

/**
 * The outcome of a channel from all messages sent through it: there are several when a reply was lost and the send was
 * retried. One message that may have arrived suffices; a missing report is no failure.
 */
export const outcomeOf = (states: readonly DeliveryState[]): 'sent' | 'refused' =>
  states.length > 0 && states.every((state) => state === 'undelivered') ? 'refused' : 'sent'
