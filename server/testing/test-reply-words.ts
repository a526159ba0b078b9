// Who may hear what: the words of replies that cost somebody something in the wrong ears, and every call that says one.
// A line more is a decision about people; write it here only with its reason in mind (product 4.4).

export interface Words {
  words: readonly string[]
  /** `GET /desk/me · staff: email`: call, audience, what it tells; by the call's name. */
  readers: readonly string[]
}

/** Tokens, tickets, links that let their bearer in, and addresses where money or medicine waits. */
export const SECRETS: Words = {
  words:
    'accessToken refreshToken deviceKey ticket secret recoveryCodes uri credential unlockCode token activationUrl joinUrl challengeUrl challengeFrame frameUrl link'.split(
      ' ',
    ),
  readers: [
    'DELETE /webinars/:slug/registration · access: joinUrl',
    'GET /auth/refresh · refresh: accessToken refreshToken',
    'GET /desk/auth/refresh · refresh: accessToken refreshToken',
    'GET /order/:id · access: challengeUrl challengeFrame',
    'GET /patients/:patientId/prescriptions/:id/access · access: unlockCode link',
    'GET /patients/:patientId/subscription/:subscriptionId/ · access: activationUrl',
    'GET /payment/card-entry · access: frameUrl',
    'GET /webinars · access: joinUrl',
    'GET /webinars/:slug · access: joinUrl',
    'POST /auth/login · public: accessToken refreshToken deviceKey',
    'POST /auth/login/force · max-sessions: accessToken refreshToken deviceKey',
    'POST /auth/login/mfa · mfa or totp: accessToken refreshToken deviceKey',
    'POST /auth/login/mfa/recovery-code · totp: accessToken refreshToken deviceKey',
    'POST /auth/recover · public: accessToken',
    'POST /auth/recover/confirmation · recovery: accessToken',
    'POST /auth/recover/password · reset: accessToken refreshToken deviceKey',
    'POST /auth/register/confirmation · phone: accessToken',
    'POST /auth/register/patient · registration: accessToken refreshToken deviceKey',
    'POST /auth/register/phone · public: accessToken',
    'POST /auth/social-login · public: accessToken refreshToken deviceKey',
    'POST /consultations/:id/call-ticket · access: ticket credential',
    'POST /consultations/:id/guest-ticket · access: ticket credential',
    'POST /consultations/:id/guests · access: secret',
    'POST /desk/auth/login · public: accessToken',
    'POST /desk/auth/totp · staff-totp: accessToken refreshToken deviceKey',
    'POST /desk/companies/:id/links · clinical-manager: link',
    'POST /desk/consultations/:id/call-ticket · staff: ticket credential',
    'POST /desk/consultations/:id/guest-ticket · staff: ticket credential',
    'POST /desk/consultations/:id/guests · staff: secret',
    'POST /desk/consultations/:id/prescriptions/window · staff: token',
    'POST /desk/join/open · public: uri',
    'POST /guest-calls/ticket · public: ticket credential',
    'POST /patients · registration: accessToken refreshToken deviceKey',
    'POST /patients/:patientId/subscription/subscribe · access: activationUrl',
    'POST /patients/:patientId/subscription/unsubscribe · access: activationUrl',
    'POST /user/authenticator · access: secret uri',
    'POST /user/authenticator/confirmation · access: recoveryCodes',
    'POST /user/authenticator/recovery-codes · access: recoveryCodes',
    'POST /webinars/:slug/registration · access: joinUrl',
    'PUT /user/me/email · access: accessToken',
    'PUT /user/me/phone · access: accessToken',
  ],
}

/** How a person is reached, found or told apart. Of a patient, the desk hears it where it gives care, or manages people. */
export const CONTACT: Words = {
  words: 'phone email address street postalCode maskedPhone cpf documentNumber dateOfBirth'.split(' '),
  readers: [
    'GET /dependants/:id · access: cpf documentNumber dateOfBirth',
    'GET /desk/consultations/:id · staff: phone maskedPhone dateOfBirth',
    'GET /desk/me · staff: email',
    'GET /desk/patients/:patientId/record · clinician: dateOfBirth',
    'GET /desk/people/:kind/:id · clinical-manager: phone email',
    'GET /desk/team · clinical-manager: email',
    'GET /patients/:id/addresses/:kind · access: address street postalCode',
    'GET /patients/:patientId/consultations/:id · access: maskedPhone',
    'GET /postal-codes/:code · access: street postalCode',
    'GET /user/me · access: phone email cpf documentNumber dateOfBirth',
    'PATCH /dependants/:id · access: cpf documentNumber dateOfBirth',
    'PATCH /user/me · access: phone email cpf documentNumber dateOfBirth',
    'POST /auth/login · public: maskedPhone',
    'POST /auth/login/force · max-sessions: maskedPhone',
    'POST /auth/recover/password · reset: maskedPhone',
    'POST /auth/register/dependant · access: dateOfBirth',
    'POST /auth/social-login · public: email maskedPhone',
    'POST /b2b/validate-partner-token · public: email',
    'POST /desk/join/open · public: email',
    'POST /user/google/departure · access: address',
    'POST /user/me/email/confirmation · access: phone email cpf documentNumber dateOfBirth',
    'POST /user/me/phone/confirmation · access: phone email cpf documentNumber dateOfBirth',
    'PUT /desk/phone · staff: maskedPhone',
    'PUT /patients/:id/addresses/:kind · access: address street postalCode',
  ],
}

/** What somebody has, takes or was told. `summary` is also what a plan or a webinar says of itself, `text` a template's. */
export const CLINICAL: Words = {
  words:
    'symptoms symptomsDocuments summary answers notes draft text onset severity allergies medicine dose instructions medicalHistory prescriptions'.split(
      ' ',
    ),
  readers: [
    'DELETE /webinars/:slug/registration · access: summary',
    'GET /cart/:sessionKey · guest: symptoms summary',
    'GET /desk/consultations/:id · staff: symptoms symptomsDocuments summary answers notes draft text',
    'GET /desk/consultations/:id/prescriptions · staff: allergies medicine dose instructions',
    'GET /desk/edit-requests · clinician: text',
    'GET /desk/note-templates · staff: text',
    'GET /desk/patients/:patientId/record · clinician: notes text onset severity',
    'GET /desk/questions/:id · staff: text',
    'GET /patients/:id/medical-history · access: text onset severity',
    'GET /patients/:patientId/consultations/:id · access: symptoms symptomsDocuments summary notes text',
    'GET /patients/:patientId/prescriptions · access: medicine dose instructions',
    'GET /questions · access: text',
    'GET /subscription/offer · guest: summary',
    'GET /webinars · access: summary',
    'GET /webinars/:slug · access: summary',
    'POST /cart · guest: symptoms summary',
    'POST /patients/:id/export · access: notes medicalHistory prescriptions',
    'POST /patients/:id/medical-history/edit-requests · access: text',
    'POST /questions · access: text',
    'POST /waitlist/:id/take · access: symptoms summary',
    'POST /webinars/:slug/registration · access: summary',
    'PUT /cart/:sessionKey · guest: symptoms summary',
  ],
}
