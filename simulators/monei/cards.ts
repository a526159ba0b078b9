/**
 * Outcome of a test card: approved; approved only with the holder present (renewals are declined); 3-D Secure
 * challenge first; or declined with a status code (product 12.13).
 */
export type Outcome = 'approve' | 'approve-once' | 'challenge' | `E${number}`

interface TestCard {
  number: string
  outcome: Outcome
  /** The first four are the provider's; the others are ours, because MONEI does not publish its failing cards. */
  simulatorOnly?: true
}

/** Any future expiry, any CVC of the right length. All numbers pass the Luhn check, because card forms require it. */
export const testCards: readonly TestCard[] = [
  { number: '4444444444444422', outcome: 'approve' },
  { number: '5555555555555532', outcome: 'approve' },
  { number: '4444444444444406', outcome: 'challenge' },
  { number: '5555555555555565', outcome: 'challenge' },
  { number: '4444444444444430', outcome: 'E202', simulatorOnly: true },
  { number: '4444444444444448', outcome: 'E221', simulatorOnly: true },
  { number: '4444444444444455', outcome: 'E505', simulatorOnly: true },
  { number: '4444444444444463', outcome: 'E509', simulatorOnly: true },
  { number: '4444444444444471', outcome: 'E209', simulatorOnly: true },
  { number: '4444444444444489', outcome: 'E217', simulatorOnly: true },
  { number: '4444444444444414', outcome: 'E301', simulatorOnly: true },
  { number: '4444444444444497', outcome: 'E517', simulatorOnly: true },
  { number: '4444444444444505', outcome: 'approve-once', simulatorOnly: true },
]

/** A number that is no test card is declined, as a test account declines real cards. */
export const outcomeOf = (number: string): Outcome =>
  testCards.find((card) => card.number === number)?.outcome ?? 'E500'

export const statusMessages: Record<string, string> = {
  E000: 'Transaction approved',
  E001: 'Transaction pending processing',
  E002: 'Transaction pending authentication',
  E003: 'Transaction pending authorisation',
  E202: 'Transaction declined by the issuer',
  E209: 'Duplicated operation',
  E217: 'Transaction denied to avoid duplicates',
  E221: 'Insufficient funds',
  E222: 'Cancelled',
  E301: '3D Secure authentication failed',
  E500: 'Card declined',
  E505: 'Card expired',
  E509: 'Card blocked or suspected of fraud',
  E600: 'Wallet payment declined',
  E640: 'Bizum payment declined',
  E517: 'Transaction not allowed for the cardholder',
}
