/** Reply fields that harm a person in the wrong hands, and the calls that may reply with them (product 4.4). */
export interface SensitiveFields {
  /** A field's name, or the end of its path: `patient.document`. */
  fields: readonly string[]
  /** `audience METHOD /path`, where `*` stands for any text. The audience is the role of a call, or its access level. */
  receivers: readonly string[]
}

export const SENSITIVE_FIELDS: Readonly<Record<string, SensitiveFields>> = {
  'access tokens, which may be for one step of a sign-in': {
    fields: ['accessToken'],
    receivers: [
      '* POST /auth/*',
      'refresh GET /auth/refresh',
      '* POST /desk/auth/*',
      'refresh GET /desk/auth/refresh',
      'registration POST /patients',
      'access PUT /user/me/email',
      'access PUT /user/me/phone',
    ],
  },
  'keys of a session': {
    fields: ['refreshToken', 'deviceKey'],
    receivers: [
      '* POST /auth/login*',
      'public POST /auth/social-login',
      'public POST /auth/passkey',
      'public POST /desk/auth/passkey',
      'reset POST /auth/recover/password',
      'registration POST /auth/register/patient',
      'refresh GET /auth/refresh',
      'staff-totp POST /desk/auth/totp',
      'refresh GET /desk/auth/refresh',
      'registration POST /patients',
    ],
  },
  'keys of a call': {
    fields: ['ticket', 'credential'],
    receivers: ['* POST */call-ticket', '* POST */guest-ticket', 'public POST /guest-calls/ticket'],
  },
  'links and secrets that grant access': {
    fields: ['secret', 'uri', 'recoveryCodes', 'unlockCode', 'token', 'link', 'documentUrl'],
    receivers: [
      '* POST */consultations/:id/guests',
      'access POST /user/authenticator*',
      'public POST /desk/join/open',
      'access GET /patients/:patientId/prescriptions/:id/access',
      'staff POST /desk/consultations/:id/prescriptions/window',
      'clinical-manager POST /desk/companies/:id/links',
      'clinical-manager POST /desk/webhooks/:id/secret',
    ],
  },
  'links of a payment': {
    fields: ['activationUrl', 'challengeUrl', 'challengeFrame', 'frameUrl'],
    receivers: [
      'access GET /order/:id',
      'access GET /payment/card-entry',
      'access * /patients/:patientId/subscription/*',
    ],
  },
  'links of a webinar': { fields: ['joinUrl'], receivers: ['access * /webinars*'] },
  'phone numbers and e-mail addresses': {
    fields: ['phone', 'email'],
    receivers: [
      'access * /user/me*',
      'clinical-manager GET /desk/people/:kind/:id',
      'clinical-manager GET /desk/team',
      'staff GET /desk/me',
      'staff GET /desk/consultations/:id',
      'public POST /auth/social-login',
      'public POST /b2b/validate-partner-token',
      'public POST /desk/join/open',
    ],
  },
  'masked phone numbers': {
    fields: ['maskedPhone'],
    receivers: [
      '* POST /auth/login*',
      'public POST /auth/social-login',
      'reset POST /auth/recover/password',
      'access GET /patients/:patientId/consultations/:id',
      'staff GET /desk/consultations/:id',
      'staff PUT /desk/phone',
    ],
  },
  'home addresses': {
    fields: ['street', 'postalCode'],
    receivers: ['access * /patients/:id/addresses/:kind', 'access GET /postal-codes/:code'],
  },
  'identity data': {
    fields: ['cpf', 'documentNumber', 'dateOfBirth', 'patient.document'],
    receivers: [
      'staff GET /desk/agenda',
      'access * /user/me*',
      'access * /dependants/:id',
      'access POST /auth/register/dependant',
      'staff GET /desk/consultations/:id',
      'staff POST /desk/consultations/:id/prescriptions/window',
      'clinician POST /desk/own-patients/search',
      'clinician GET /desk/patients/:patientId/record',
    ],
  },
  // The patient's own session may read the patient's health data: actors.test.ts tries every id as every other actor.
  'symptoms, records and prescriptions': {
    fields: [
      'symptoms',
      'symptomsDocuments',
      'answers',
      'notes',
      'draft',
      'onset',
      'severity',
      'allergies',
      'medicine',
      'dose',
      'instructions',
      'medicalHistory',
      'prescriptions',
    ],
    receivers: [
      'access *',
      'guest * /cart*',
      'staff GET /desk/consultations/:id',
      'staff GET /desk/consultations/:id/prescriptions',
      'clinician GET /desk/patients/:patientId/record',
    ],
  },
  'free text, which may be about health': {
    fields: ['text', 'summary'],
    receivers: [
      'access *',
      'guest * /cart*',
      'guest GET /subscription/offer',
      'staff GET /desk/consultations/:id',
      'staff GET /desk/note-templates',
      'staff GET /desk/questions/:id',
      'clinician GET /desk/edit-requests',
      'clinician GET /desk/patients/:patientId/record',
    ],
  },
}

/** Fields that no reply has, whoever receives it. */
export const FORBIDDEN_FIELDS = /hash|password|passphrase|cardnumber|pan$|cvv|cvc/i
/** False positives by name: a yes or no, and the last digits of a card. */
export const HARMLESS_FIELDS: readonly string[] = ['hasPassword', 'maskedCardNumber']

/** Columns that a patient's data export leaves out: keys, hashes, and staff work that is not part of the record. */
export const FORBIDDEN_COLUMNS =
  /hash|password$|secret|token|fingerprint|challenge|^key$|^source$|^draft|^held_by$|^transfer|^author_id$|^provider_(customer|card)_id$/
