/**
 * For tests: other readings of the specification's paths, and the path of their screen.
 * `web/kit/session/alternative-path.ts` has the rule.
 */
export const ALTERNATIVE_PATHS = [
  ['/account', '/account/profile'],
  ['/profile', '/account/profile'],
  ['/profile/edit', '/account/profile/edit'],
  ['/account/profile/family-medical-history', '/profile/family-medical-history'],
  ['/account/profile/medical-history/1', '/profile/medical-history/1'],
  ['/profile/payment-methods', '/account/profile/payment-methods'],
  ['/account/profile/payment-history', '/profile/payment-history'],
  ['/account/profile/payment-details', '/profile/payment-details'],
  ['/account/subscription-manager', '/subscription-manager'],
  ['/orders', '/consultations'],
  ['/consultations/orders', '/consultations'],
  ['/consultations/orders/1', '/orders/1'],
  ['/consultations/orders/1/consultation/2/camera', '/orders/1/consultation/2/camera'],
] as const
