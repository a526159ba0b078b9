import { pick, type Screen } from './route.ts'
import type { RouteName } from './routes.ts'

const ofCare = () => import('./care/screens.ts')
const ofRecovery = () => import('./access/recovery/recovery-screens.ts')
const ofConsultations = () => import('./care/consultation-screens.ts')
const ofProfile = () => import('./account-screens.ts')
const ofRecord = () => import('./care/record/record-screens.ts')
const ofPayments = () => import('./checkout/payment/payment-screens.ts')
const ofSecurity = () => import('./access/security/security-screens.ts')
const ofInvitations = () => import('./invite/ReferScreen.tsx')
const ofSupport = () => import('./support/screens.ts')
const ofLearning = () => import('./support/learn-screens.ts')
const ofDocuments = () => import('./brand/document-screens.ts')

/**
 * The file of each screen that is further in. A file of its own: with the files that each of these needs beside it this was a
 * sixth of the first script, for nobody's first screen.
 */
export const furtherScreens: Record<Exclude<RouteName, 'welcome' | 'home'>, () => Promise<Screen>> = {
  redirect: pick('AuthRedirectScreen', () => import('./access/social/AuthRedirectScreen.tsx')),
  verifyPhone: pick('VerifyPhoneScreen', () => import('./access/registration/VerifyPhoneScreen.tsx')),
  createProfile: pick('CreateProfileScreen', () => import('./access/registration/CreateProfileScreen.tsx')),
  signInMfa: pick('SignInMfaScreen', () => import('./access/sign-in/SignInMfaScreen.tsx')),
  language: pick('LanguageScreen', () => import('./brand/LanguageScreen.tsx')),
  accountConnect: pick('AccountConnectScreen', () => import('./access/social/AccountConnectScreen.tsx')),
  forgotPhone: pick('ForgotPhoneScreen', ofRecovery),
  forgotVerify: pick('ForgotVerifyScreen', ofRecovery),
  forgotNewPassword: pick('ForgotNewPasswordScreen', ofRecovery),
  referral: pick('ReferralScreen', () => import('./invite/ReferralScreen.tsx')),
  landing: pick('LandingScreen', () => import('./invite/LandingScreen.tsx')),
  howDoesItWork: pick('HowDoesItWorkScreen', () => import('./catalogue/HowDoesItWorkScreen.tsx')),
  productGroup: pick('ProductGroupScreen', () => import('./catalogue/product/ProductGroupScreen.tsx')),
  product: pick('ProductScreen', () => import('./catalogue/product/ProductScreen.tsx')),
  clinicianProfile: pick('ClinicianProfileScreen', () => import('./catalogue/clinician/ClinicianProfileScreen.tsx')),
  clinicians: pick('CliniciansScreen', () => import('./catalogue/clinician/CliniciansScreen.tsx')),
  questions: pick('QuestionsScreen', () => import('./booking/questions/QuestionsScreen.tsx')),
  summary: pick('SummaryScreen', () => import('./booking/SummaryScreen.tsx')),
  selectProfile: pick('SelectProfileScreen', () => import('./booking/SelectProfileScreen.tsx')),
  productCalendar: pick('ClinicianCalendarScreen', () => import('./booking/calendar/ClinicianCalendarScreen.tsx')),
  clinicianCalendar: pick('ClinicianCalendarScreen', () => import('./booking/calendar/ClinicianCalendarScreen.tsx')),
  waitlist: pick('WaitlistScreen', () => import('./booking/waitlist/WaitlistScreen.tsx')),
  checkout: pick('CheckoutScreen', () => import('./checkout/order/CheckoutScreen.tsx')),
  subscriptionCheckout: pick('SubscriptionCheckoutScreen', () => import('./subscription/screens.ts')),
  order: pick('OrderScreen', () => import('./checkout/order/OrderScreen.tsx')),
  consultations: pick('ConsultationsScreen', () => import('./consultation/ConsultationsScreen.tsx')),
  loggedOutOfHistory: pick('LoggedOutScreen', () => import('./access/sign-in/LoggedOutScreen.tsx')),
  ownHistory: pick('OwnHistoryScreen', () => import('./care/record/record-screens.ts')),
  consultation: pick('ConsultationScreen', ofConsultations),
  attachmentCamera: pick('CameraScreen', ofConsultations),
  reschedule: pick('RescheduleScreen', ofCare),
  deviceTest: pick('DeviceTestScreen', ofCare),
  guestCall: pick('GuestScreen', ofCare),
  reminder: pick('ReminderScreen', () => import('./care/reminder/ReminderScreen.tsx')),
  verify: pick('VerifyScreen', () => import('./care/prescription/prescription-screens.ts')),
  profile: pick('ProfileScreen', () => import('./account-screens.ts')),
  loggedOut: pick('LoggedOutScreen', () => import('./access/sign-in/LoggedOutScreen.tsx')),
  account: pick('AccountScreen', ofProfile),
  changePhone: pick('ChangePhoneScreen', ofProfile),
  changeEmail: pick('ChangeEmailScreen', ofProfile),
  address: pick('AddressScreen', ofProfile),
  deleteAccount: pick('DeleteAccountScreen', ofProfile),
  accountDeleted: pick('AccountDeletedScreen', ofProfile),
  notifications: pick('NotificationsScreen', ofProfile),
  familyProfiles: pick('FamilyProfilesScreen', ofProfile),
  editDependant: pick('EditDependantScreen', ofProfile),
  dependantAddress: pick('DependantAddressScreen', ofProfile),
  createDependant: pick('CreateDependantScreen', ofProfile),
  refer: pick('ReferScreen', ofInvitations),
  referShort: pick('ReferScreen', ofInvitations),
  medicalHistory: pick('MedicalHistoryScreen', ofRecord),
  recordLooks: pick('LooksScreen', ofRecord),
  familyHistory: pick('FamilyHistoryScreen', ofRecord),
  subscriptionManager: pick('SubscriptionManagerScreen', () => import('./subscription/screens.ts')),
  prescriptions: pick('PrescriptionsScreen', () => import('./care/prescription/prescription-screens.ts')),
  paymentHistory: pick('PaymentHistoryScreen', ofPayments),
  paymentDetails: pick('PaymentDetailsScreen', ofPayments),
  paymentMethods: pick('PaymentMethodsScreen', ofPayments),
  security: pick('SecurityScreen', ofSecurity),
  changePassword: pick('ChangePasswordScreen', ofSecurity),
  firstPassword: pick('FirstPasswordScreen', ofSecurity),
  google: pick('GoogleScreen', ofSecurity),
  googleLink: pick('GoogleLinkScreen', ofSecurity),
  authenticator: pick('AuthenticatorScreen', ofSecurity),
  about: pick('AboutScreen', ofProfile),
  support: pick('SupportScreen', ofSupport),
  questionsInbox: pick('QuestionsInboxScreen', ofSupport),
  webinars: pick('WebinarsScreen', ofLearning),
  webinar: pick('WebinarScreen', ofLearning),
  recordedWebinars: pick('RecordedWebinarsScreen', ofLearning),
  welcomeKit: pick('WelcomeKitScreen', ofLearning),
  termsAndConditions: pick('TermsScreen', ofDocuments),
  subscriptionTerms: pick('SubscriptionTermsScreen', ofDocuments),
  privacyPolicy: pick('PrivacyScreen', ofDocuments),
  agreements: pick('AgreementsScreen', ofDocuments),
  cancellationPolicy: pick('CancellationPolicyScreen', ofDocuments),
}
