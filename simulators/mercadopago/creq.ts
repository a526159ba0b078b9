/** The status of a payment with an open challenge. */
export const CHALLENGE_PENDING = { status: 'pending', statusDetail: 'pending_challenge' } as const

/** The message that the shop posts into the bank's frame: the requester and the payment. */
export function createCreq(id: string): string {
  const message = { threeDSServerTransID: id, acsTransID: id, challengeWindowSize: '04', messageType: 'CReq' }
  return Buffer.from(JSON.stringify({ ...message, messageVersion: '2.1.0' })).toString('base64url')
}
