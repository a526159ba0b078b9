const AT_START = 'Ask who runs Cuida: it holds from its next start.'

/** How the clinic is called, looks and works. */
module.exports = {
  'api::backend-config.backend-config': {
    title: 'partnerName',
    fields: {
      partnerName: ['Name of the clinic'],
      languages: ['Languages', 'Those of the app; the first is what strangers see: ["es", "en"].'],
      patientAppLanguage: ['Usual language', 'One of the languages above.'],
      maintenanceMode: ['In maintenance', 'On: patients see that and nothing else.'],
      allowedStaffDomains: [
        'E-mail domains of the clinic',
        '["clinic.example"]: who is invited at another waits for a second manager.',
      ],
      emergencyPhoneNumber: ['Emergency number', 'Digits alone: 112.'],
      availableContactMethods: ['Ways of contact', '["phone", "video"], or one of them.'],
      enableMfa: ['Second step when signing in', 'A code by SMS or call. Ask who runs Cuida before it is off.'],
      enableCookieConsent: ['Ask about measuring', 'Without it nothing measures.'],
      measuring: ['Who measures', 'As {"connector": "none"}.'],
      maxSessions: ['Devices at a time', 'On which one patient is signed in.'],
      patientSessionLengthInMins: ['Minutes signed in', 'After so long without a touch somebody is signed out.'],
      warningBeforePatientLogoutInMins: ['Minutes of warning', 'Before that: fewer than those.'],
      minimumSupportedAppVersion: ['Oldest app', 'An older one must be updated before it goes on.'],
      countryCodes: ['Countries of phone numbers', 'The first is chosen: ["ES", "FR"].'],
      documentTypes: ['Identity documents', '["DNI", "NIE", "PASSPORT"], or ["CPF"].'],
      marketingHomepageURL: ['Website of the clinic'],
      socialLoginEnabled: ['Sign in with Google'],
      allowedRedirectHosts: ['Other hosts that may be led to', '["videos.example"]: of companies, webinars and films.'],
      minCancellationTimeInAdvanceMinutes: [
        'Minutes of notice',
        'Until then a patient may cancel and has all the money back: 120 are two hours.',
      ],
      refundAfterMissedCalls: ['Money back if missed', 'After three calls that the patient missed.'],
      familyProfilesEnabled: ['Families', 'Patients may look after their children here.'],
      minAgeRequiredToAddDependants: ['Age of a holder', 'From which somebody may add children.'],
      displayAge: ['Show ages', 'On patients’ own screens.'],
      maximumLengthAllowed: ['Most characters', 'Of what a patient writes in one go.'],
      dateFormats: ['Dates and hours'],
      currency: ['Currency', AT_START],
      timeZone: ['Time zone', 'As Europe/Madrid: the clock of all hours.'],
      holidays: ['Closed days', 'No hours count on them.'],
      paymentProvider: ['Who takes payments', AT_START],
      offersSubscription: ['Offers a subscription', 'On exactly when there is a published plan.'],
      pixEnabled: ['Pix', 'In reais alone.'],
      legal: ['Who answers for the care', 'On receipts and documents.'],
      notificationChannels: ['Ways of writing to patients', '["email", "sms", "push", "whatsapp"], or some of them.'],
      questionAnswerHours: ['Hours to an answer', 'Of working days: what a patient who asks is told.'],
      questionProducts: [
        'Who answers which topic',
        '{"nutrition": ["101"]}: numbers of products. Leave it if in doubt.',
      ],
      socialProof: ['Numbers to be proud of'],
      partnerConfig: ['Providers and rules', `Leave it if in doubt. ${AT_START}`],
      brand: ['Colours'],
      partnerLogo: ['Logo', 'SVG is best. Without it there is no mark.'],
      partnerLogoDark: ['Logo on dark'],
    },
  },
  'cuida.brand': {
    fields: {
      brand: ['Main colour', 'As #1A6E5C. Cuida makes it readable.'],
      accent: ['Second colour', 'As #F2A65A.'],
      shape: ['Round corners', '0 none, 1 some, 1.4 more.'],
    },
  },
  'cuida.date-formats': {
    fields: {
      order: ['Order of a date', 'dmy: day, month, year; mdy; ymd.'],
      hours: ['Hours of a day', '24 or 12.'],
    },
  },
  'cuida.minimum-supported-app-version': {
    fields: { ios: ['On iPhone', 'As 1.4.0.'], android: ['On Android', 'As 1.4.0.'] },
  },
  'cuida.holiday': { title: 'name', fields: { day: ['Day'], name: ['Name'] } },
  'cuida.legal': {
    title: 'name',
    fields: { name: ['Name'], taxId: ['Tax number'], address: ['Address'] },
  },
  'cuida.social-proof': {
    title: 'label',
    fields: { value: ['Number', 'As 12,000.'], label: ['What it counts'] },
  },
}
