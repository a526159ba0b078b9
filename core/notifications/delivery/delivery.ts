/**
 * What a provider may say of a message that it took, from the least that can be known of it to the most. A message that was
 * called undelivered and then arrived has arrived.
 */
export const deliveryStates = ['queued', 'sent', 'undelivered', 'delivered', 'read'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Whether it says more than is known already. What is known never goes back, whatever comes twice or late. */
export const saysMore = (said: DeliveryState, known: DeliveryState): boolean =>
  deliveryStates.indexOf(said) > deliveryStates.indexOf(known)

/**
 * The outcome of a channel from all messages sent by it: several when an answer was lost and the send was retried. One
 * that may have arrived is enough; silence is no failure.
 */
export const outcomeOf = (states: readonly DeliveryState[]): 'sent' | 'refused' =>
  states.length > 0 && states.every((state) => state === 'undelivered') ? 'refused' : 'sent'
