/** How a payment stands that the bank asks about. */
export const ASKED = { status: 'pending', statusDetail: 'pending_challenge' } as const

/** What the shop posts into the bank's frame: who asks, and about which payment. */
export function creqOf(id: string): string {
  const message = { threeDSServerTransID: id, acsTransID: id, challengeWindowSize: '04', messageType: 'CReq' }
  return Buffer.from(JSON.stringify({ ...message, messageVersion: '2.1.0' })).toString('base64url')
}
