import { pick, type Route } from './route.ts'

// Each file is named once: this is in the first script of every visitor.
const ofProfile = () => import('./profile/screens.ts')
const ofRecord = () => import('./care/record/record-screens.ts')
const ofPayments = () => import('./checkout/payment-screens.ts')
const ofSecurity = () => import('./access/security/security-screens.ts')
const ofInvitations = () => import('./invite/ReferScreen.tsx')

/** The screens behind Profile: an account and its people, where friends are invited, security. */
export const accountRoutes = {
  loggedOut: {
    path: '/account/logged-out',
    guard: 'guest',
    back: 'welcome',
    load: pick('LoggedOutScreen', () => import('./access/welcome/LoggedOutScreen.tsx')),
  },
  account: {
    path: '/account/profile/edit',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('AccountScreen', ofProfile),
  },
  changePhone: {
    path: '/account/profile/phone',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('ChangePhoneScreen', ofProfile),
  },
  changeEmail: {
    path: '/account/profile/email',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('ChangeEmailScreen', ofProfile),
  },
  address: {
    path: '/account/profile/address/:kind',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('AddressScreen', ofProfile),
  },
  deleteAccount: {
    path: '/account/profile/delete',
    guard: 'patient',
    tab: 'profile',
    back: 'account',
    load: pick('DeleteAccountScreen', ofProfile),
  },
  accountDeleted: {
    path: '/account/deleted',
    guard: 'anybody',
    load: pick('AccountDeletedScreen', ofProfile),
  },
  notifications: {
    path: '/account/profile/notifications',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('NotificationsScreen', ofProfile),
  },
  familyProfiles: {
    path: '/account/profile/family',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('FamilyProfilesScreen', ofProfile),
  },
  editDependant: {
    path: '/account/profile/family/:id',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
    load: pick('EditDependantScreen', ofProfile),
  },
  dependantAddress: {
    path: '/account/profile/family/:id/address',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
    load: pick('DependantAddressScreen', ofProfile),
  },
  createDependant: {
    path: '/account/create/dependant',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
    load: pick('CreateDependantScreen', ofProfile),
  },
  refer: {
    path: '/account/profile/refer',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('ReferScreen', ofInvitations),
  },
  /** The same by the specification's own words, which leave the area's base out. */
  referShort: {
    path: '/profile/refer',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('ReferScreen', ofInvitations),
  },
  medicalHistory: {
    path: '/profile/medical-history/:emrId',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('MedicalHistoryScreen', ofRecord),
  },
  recordLooks: {
    path: '/profile/medical-history/:emrId/looks',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('LooksScreen', ofRecord),
  },
  familyHistory: {
    path: '/profile/family-medical-history',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('FamilyHistoryScreen', ofRecord),
  },
  subscriptionManager: {
    path: '/subscription-manager',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('SubscriptionManagerScreen', () => import('./subscription/screens.ts')),
  },
  prescriptions: {
    path: '/profile/prescriptions',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('PrescriptionsScreen', () => import('./care/prescription/prescription-screens.ts')),
  },
  paymentHistory: {
    path: '/profile/payment-history',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('PaymentHistoryScreen', ofPayments),
  },
  /** `?id=` names the payment: the specification's path has no place for it. */
  paymentDetails: {
    path: '/profile/payment-details',
    guard: 'patient',
    tab: 'profile',
    back: 'paymentHistory',
    load: pick('PaymentDetailsScreen', ofPayments),
  },
  paymentMethods: {
    path: '/account/profile/payment-methods',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('PaymentMethodsScreen', ofPayments),
  },
  security: {
    path: '/account/security',
    guard: 'patient',
    tab: 'profile',
    back: 'profile',
    load: pick('SecurityScreen', ofSecurity),
  },
  changePassword: {
    path: '/account/security/password',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('ChangePasswordScreen', ofSecurity),
  },
  firstPassword: {
    path: '/account/security/first-password',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('FirstPasswordScreen', ofSecurity),
  },
  google: {
    path: '/account/security/google',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('GoogleScreen', ofSecurity),
  },
  googleLink: {
    path: '/account/connect/google/link',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('GoogleLinkScreen', ofSecurity),
  },
  authenticator: {
    path: '/account/security/authenticator',
    guard: 'patient',
    tab: 'profile',
    back: 'security',
    load: pick('AuthenticatorScreen', ofSecurity),
  },
  about: {
    path: '/account/about',
    guard: 'anybody',
    tab: 'profile',
    back: 'profile',
    load: pick('AboutScreen', ofProfile),
  },
} as const satisfies Record<string, Route>
