import { pick, type Route } from './route.ts'

// Named once: this is in the first script of every visitor.
const ofDocuments = () => import('./brand/document-screens.ts')

/** What is to be read before anything is agreed to, and what was. */
export const documentRoutes = {
  termsAndConditions: {
    path: '/terms-and-conditions',
    guard: 'anybody',
    back: 'welcome',
    load: pick('TermsScreen', ofDocuments),
  },
  subscriptionTerms: {
    path: '/subscription-terms-and-conditions',
    guard: 'anybody',
    back: 'home',
    load: pick('SubscriptionTermsScreen', ofDocuments),
  },
  privacyPolicy: {
    path: '/privacy-policy',
    guard: 'anybody',
    back: 'welcome',
    load: pick('PrivacyScreen', ofDocuments),
  },
  /** What may be kept here, for anybody, and what the reader agreed to. */
  agreements: {
    path: '/account/agreements',
    guard: 'anybody',
    tab: 'profile',
    back: 'profile',
    load: pick('AgreementsScreen', ofDocuments),
  },
  cancellationPolicy: {
    path: '/cancellation-policy',
    guard: 'anybody',
    back: 'home',
    load: pick('CancellationPolicyScreen', ofDocuments),
  },
} as const satisfies Record<string, Route>
