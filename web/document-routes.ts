import type { Route } from './route.ts'

/** What is to be read before anything is agreed to, and what was. */
export const documentRoutes = {
  termsAndConditions: {
    path: '/terms-and-conditions',
    guard: 'anybody',
    back: 'welcome',
  },
  subscriptionTerms: {
    path: '/subscription-terms-and-conditions',
    guard: 'anybody',
    back: 'home',
  },
  privacyPolicy: {
    path: '/privacy-policy',
    guard: 'anybody',
    back: 'welcome',
  },
  /** What may be kept here, for anybody, and what the reader agreed to. */
  agreements: {
    path: '/account/agreements',
    guard: 'anybody',
    tab: 'profile',
    back: 'profile',
  },
  cancellationPolicy: {
    path: '/cancellation-policy',
    guard: 'anybody',
    back: 'home',
  },
} as const satisfies Record<string, Route>
