import type { Route } from './route.ts'

/** The screens behind Profile: an account and its people, where friends are invited, security. */
export const accountRoutes = {
  loggedOut: {
    path: '/account/logged-out',
    guard: 'guest',
    back: 'welcome',
  },
  account: {
    path: '/account/profile/edit',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  changePhone: {
    path: '/account/profile/phone',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
  },
  changeEmail: {
    path: '/account/profile/email',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
  },
  address: {
    path: '/account/profile/address/:kind',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
  },
  deleteAccount: {
    path: '/account/profile/delete',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
  },
  accountDeleted: {
    path: '/account/deleted',
    guard: 'anybody',
  },
  notifications: {
    path: '/account/profile/notifications',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  familyProfiles: {
    path: '/account/profile/family',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  editDependant: {
    path: '/account/profile/family/:id',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
  },
  dependantAddress: {
    path: '/account/profile/family/:id/address',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
  },
  createDependant: {
    path: '/account/create/dependant',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
  },
  refer: {
    path: '/account/profile/refer',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  /** The same by the specification's own words, which leave the area's base out. */
  referShort: {
    path: '/profile/refer',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  medicalHistory: {
    path: '/profile/medical-history/:emrId',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  recordLooks: {
    path: '/profile/medical-history/:emrId/looks',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  familyHistory: {
    path: '/profile/family-medical-history',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  subscriptionManager: {
    path: '/subscription-manager',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  prescriptions: {
    path: '/profile/prescriptions',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  paymentHistory: {
    path: '/profile/payment-history',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  /** `?id=` names the payment: the specification's path has no place for it. */
  paymentDetails: {
    path: '/profile/payment-details',
    guard: 'patient',
    tab: 'profile',
    back: 'paymentHistory',
  },
  paymentMethods: {
    path: '/account/profile/payment-methods',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  security: {
    path: '/account/security',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
  },
  changePassword: {
    path: '/account/security/password',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
  },
  firstPassword: {
    path: '/account/security/first-password',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
  },
  google: {
    path: '/account/security/google',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
  },
  googleLink: {
    path: '/account/connect/google/link',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
  },
  authenticator: {
    path: '/account/security/authenticator',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
  },
  about: {
    path: '/account/about',
    guard: 'anybody',
    tab: 'profile',
    back: 'profile',
  },
} as const satisfies Record<string, Route>
