import { pick, type Route } from './route.ts'

/** The screens behind Profile: an account and its people, where friends are invited, security. */
export const accountRoutes = {
  account: {
    path: '/account/profile/edit',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('AccountScreen', () => import('./profile/screens.ts')),
  },
  changePhone: {
    path: '/account/profile/phone',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('ChangePhoneScreen', () => import('./profile/screens.ts')),
  },
  changeEmail: {
    path: '/account/profile/email',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('ChangeEmailScreen', () => import('./profile/screens.ts')),
  },
  address: {
    path: '/account/profile/address/:kind',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('AddressScreen', () => import('./profile/screens.ts')),
  },
  deleteAccount: {
    path: '/account/profile/delete',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('DeleteAccountScreen', () => import('./profile/screens.ts')),
  },
  accountDeleted: {
    path: '/account/deleted',
    guard: 'anybody',
    load: pick('AccountDeletedScreen', () => import('./profile/screens.ts')),
  },
  familyProfiles: {
    path: '/account/profile/family',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('FamilyProfilesScreen', () => import('./profile/screens.ts')),
  },
  createDependant: {
    path: '/account/create/dependant',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
    load: pick('CreateDependantScreen', () => import('./profile/screens.ts')),
  },
  refer: {
    path: '/account/profile/refer',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('ReferScreen', () => import('./invite/ReferScreen.tsx')),
  },
  /** The same by the specification's own words, which leave the area's base out. */
  referShort: {
    path: '/profile/refer',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('ReferScreen', () => import('./invite/ReferScreen.tsx')),
  },
  subscriptionManager: {
    path: '/subscription-manager',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('SubscriptionManagerScreen', () => import('./subscription/screens.ts')),
  },
  security: {
    path: '/account/security',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('SecurityScreen', () => import('./access/security-screens.ts')),
  },
  changePassword: {
    path: '/account/security/password',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('ChangePasswordScreen', () => import('./access/security-screens.ts')),
  },
  authenticator: {
    path: '/account/security/authenticator',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('AuthenticatorScreen', () => import('./access/security-screens.ts')),
  },
  about: {
    path: '/account/about',
    guard: 'anybody',
    tab: 'profile',
    back: 'profile',
    load: pick('AboutScreen', () => import('./profile/screens.ts')),
  },
} as const satisfies Record<string, Route>
