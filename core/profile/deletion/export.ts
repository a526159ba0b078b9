import * as v from 'valibot'

/** A database row. The queries of server/profile/deletion/export-store.ts select what an export contains. */
const Rows = v.array(v.record(v.string(), v.unknown()))

/** All personal data of an account, readable for persons and programs (GDPR article 20, LGPD article 18). */
export const AccountExport = v.object({
  exportedAt: v.string(),
  account: v.nullable(v.record(v.string(), v.unknown())),
  patients: Rows,
  addresses: Rows,
  passkeys: Rows,
  consents: Rows,
  companyDiscounts: Rows,
  programBookings: Rows,
  healthLinks: Rows,
  carts: Rows,
  waitlist: Rows,
  notifications: Rows,
  /** Notifications that no channel delivered, and how staff informed the patient. */
  undeliveredNotifications: Rows,
  orders: Rows,
  invoices: Rows,
  savedCards: Rows,
  consultations: Rows,
  notes: Rows,
  /** Referrals and medical certificates. */
  letters: Rows,
  prescriptions: Rows,
  issuedDocuments: Rows,
  medicalHistory: Rows,
  editRequests: Rows,
  /** Questions to clinicians, with their answers. */
  questions: Rows,
  /** Registrations for webinars. */
  webinars: Rows,
  /** Progress in the videos of a course. */
  lessons: Rows,
  /** Access log of the health record. */
  accessLog: Rows,
  documents: Rows,
  subscriptions: Rows,
  invitations: Rows,
  invitationDiscounts: Rows,
  sessions: Rows,
})
export type AccountExport = v.InferOutput<typeof AccountExport>
