/** Fields that look like ids but identify nothing private, with what they are. */
export const NON_ID_FIELDS: Record<string, string> = {
  'GET /campaigns/:campaignId/referrers/:slug path.campaignId': 'of a campaign, which is public',
  'PUT /campaigns/:campaignId/referrers/me path.campaignId': 'of a campaign, which is public',
  'POST /order body.sessionId': 'of the card form, which the provider knows',
  'POST /payment/card/ body.sessionId': 'of the card form, which the provider knows',
  'GET /user/me/agreements/texts/:textId path.textId':
    'of a text: the digest of its words, told to those who agreed to it',
  'POST /user/me/agreements body.textId': 'of a text: the digest of what is public today',
  'POST /order body.deviceSessionId': "the provider's own, against fraud",
  'POST /patients/:patientId/subscription/subscribe body.planId': 'of the plan, which is public',
  'POST /cart body.answersFor': 'only compared with the person of the cart: it opens and stores nothing',
  'PUT /cart/:sessionKey body.answersFor': 'only compared with the person of the cart: it opens and stores nothing',
  'POST /cart body.symptoms.questionId': 'the key of a question of the product',
  'PUT /cart/:sessionKey body.symptoms.questionId': 'the key of a question of the product',
  'POST /program/bookings body.symptoms.questionId': 'the key of a question of the product',
  'POST /order body.symptoms.questionId': 'the key of a question of the product',
  'POST /desk/consultations/:id/prescriptions/signed body.providerId': "the provider's, which is asked whose it is",
  'POST /desk/consultations/:id/prescriptions body.key': "the desk's own name for what it signs",
  'POST /desk/consultations/:id/letters body.key': "the desk's own name for what it signs",
  'POST /questions body.key': "the app's own name for what it sends",
  'POST /error-reports body.traceId': 'made up by the page, for what it tells of',
  'GET /desk/open-consultations query.staffId': 'narrows a list that managers alone see, and see whole',
  'POST /auth/login query.clientId': 'the name of the app',
  'POST /auth/passkey query.clientId': 'the name of the app',
  'POST /auth/passkey body.credential.id': "of a passkey, with the authenticator's signature",
  'POST /desk/auth/passkey body.credential.id': "of a passkey, with the authenticator's signature",
  'PUT /user/me/phone body.passkey.id': 'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'PUT /user/me/email body.passkey.id': 'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /patients/:id/export body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/google/departure body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/google/removal body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/authenticator body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/authenticator/recovery-codes body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/authenticator/removal body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/passkeys/options body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /user/passkeys/:id/removal body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /desk/me/passkeys/options body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /desk/me/passkeys/:id/removal body.passkey.id':
    'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'DELETE /patients/:id body.passkey.id': 'of the caller’s own passkey: server/access/passkey/security-proof.test.ts',
  'POST /desk/auth/passkey body.staffId':
    'narrows a sign-in to one person’s passkeys: server/access/passkey/security-proof.test.ts',
  'POST /user/passkeys body.credential.id': 'of a new passkey, which belongs to nobody yet',
  'POST /desk/me/passkeys body.credential.id': 'of a new passkey, which belongs to nobody yet',
  'POST /auth/social-login query.clientId': 'the name of the app',
  'POST /auth/login/mfa query.clientId': 'the name of the app',
  'POST /auth/login/mfa/recovery-code query.clientId': 'the name of the app',
  'POST /auth/login/force query.clientId': 'the name of the app',
  'POST /auth/recover/password query.clientId': 'the name of the app',
  'POST /auth/register/patient query.clientId': 'the name of the app',
  'POST /patients query.clientId': 'the name of the app',
  'DELETE /desk/team/invitations/:id path.id': 'of the team, whom every manager sees: server/access/team/team.test.ts',
  'POST /desk/team/invitations/:id/approval path.id':
    'of the team, whom every manager sees: server/access/team/second-manager.test.ts',
  'POST /desk/team/invitations/:id/decline path.id':
    'of the team, whom every manager sees: server/access/team/second-manager.test.ts',
  'POST /desk/team/members/:id/renewal path.id':
    'of the team, whom every manager sees: server/access/team/team.test.ts',
  'PUT /desk/team/clinicians/:id path.id': 'of the team, whom every manager sees: server/access/team/team.test.ts',
  'POST /desk/api-keys/:id/approval path.id':
    'of an API key, which every manager sees: server/access/api-key/api-key.test.ts',
  'POST /desk/api-keys/:id/decline path.id':
    'of an API key, which every manager sees: server/access/api-key/api-key.test.ts',
  'POST /desk/api-keys/:id/secret path.id':
    'of an API key, which every manager sees: server/access/api-key/api-key.test.ts',
  'POST /desk/api-keys/:id/revocation path.id':
    'of an API key, which every manager sees: server/access/api-key/api-key.test.ts',
  'POST /desk/webhooks/:id/approval path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/decline path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/secret path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/verification path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/pause path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/resumption path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/end path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/repetition path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'GET /desk/webhooks/:id/deliveries path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/deliveries/:deliveryId/repetition path.id':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'POST /desk/webhooks/:id/deliveries/:deliveryId/repetition path.deliveryId':
    'of a webhook, which every manager sees: server/access/webhook/webhook.test.ts',
  'PUT /desk/companies/:id path.id': 'of a company, which every manager sees: server/invite/desk-company.test.ts',
  'POST /desk/companies/:id/end path.id': 'of a company, which every manager sees: server/invite/desk-company.test.ts',
  'GET /desk/companies/:id/links path.id': 'of a company, which every manager sees: server/invite/desk-links.test.ts',
  'POST /desk/companies/:id/links path.id': 'of a company, which every manager sees: server/invite/desk-links.test.ts',
  'POST /desk/companies/:id/links/take-back path.id':
    'of a company, which every manager sees: server/invite/desk-links.test.ts',
  'POST /desk/companies/:id/links/:setId/take-back path.id':
    'of a company, which every manager sees: server/invite/desk-links.test.ts',
  'POST /desk/companies/:id/links/:setId/take-back path.setId':
    'of a company, which every manager sees: server/invite/desk-links.test.ts',
  'POST /desk/companies body.discounts.productId': 'of a product, which is public',
  'PUT /desk/companies/:id body.discounts.productId': 'of a product, which is public',
  'POST /desk/reassignment/take-over body.ids':
    'of a day, which every manager sees: server/care/recovery/recovery.test.ts',
  'POST /desk/reassignment/reassign body.ids':
    'of a day, which every manager sees: server/care/recovery/recovery.test.ts',
  'POST /desk/reassignment/reassign body.clinicianId':
    'of a day, which every manager sees: server/care/recovery/recovery.test.ts',
  'POST /desk/reassignment/cancel body.ids':
    'of a day, which every manager sees: server/care/recovery/recovery.test.ts',
  'POST /desk/reassignment/reassign body.seen.id':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/reassignment/reassign body.seen.clinicianId':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/reassignment/cancel body.seen.id':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/reassignment/cancel body.seen.clinicianId':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/reassignment/offer-times body.ids':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/reassignment/offer-times body.seen.id':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/reassignment/offer-times body.seen.clinicianId':
    'of a day, which every manager sees: server/care/reassignment/offer-times.test.ts',
  'POST /desk/agenda/:id/absences body.resolutions.id':
    'of an agenda, one’s own or a manager’s: server/care/absence/absence.test.ts',
  'POST /desk/agenda/:id/absences body.resolutions.clinicianId':
    'of an agenda, one’s own or a manager’s: server/care/absence/absence.test.ts',
  'POST /desk/absences/:id/resolutions path.id':
    'of an agenda, one’s own or a manager’s: server/care/absence/absence.test.ts',
  'POST /desk/absences/:id/resolutions body.resolutions.id':
    'of an agenda, one’s own or a manager’s: server/care/absence/absence.test.ts',
  'POST /desk/absences/:id/resolutions body.resolutions.clinicianId':
    'of an agenda, one’s own or a manager’s: server/care/absence/absence.test.ts',
  'PATCH /desk/absences/:id path.id': 'of an agenda, one’s own or a manager’s: server/care/absence/absence.test.ts',
  'GET /fhir/Condition/:id path.id': 'of an entry, as for an allergy: server/fhir/fhir.test.ts',
  'GET /fhir/FamilyMemberHistory/:id path.id': 'of an entry, as for an allergy: server/fhir/fhir.test.ts',
  'GET /fhir/MedicationStatement/:id path.id': 'of the patient who made the statement: server/fhir/fhir.test.ts',
  'GET /fhir/Slot/:id path.id': 'of a free time in the public calendar',
}
