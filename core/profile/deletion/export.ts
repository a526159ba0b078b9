import * as v from 'valibot'

/** A row as it is read: what an export holds is chosen by the queries of server/profile/deletion/export-store.ts. */
const Rows = v.array(v.record(v.string(), v.unknown()))

/** Everything personal that we hold, in a form that a person and a program can read (GDPR article 20, LGPD article 18). */
export const AccountExport = v.object({
  exportedAt: v.string(),
  account: v.nullable(v.record(v.string(), v.unknown())),
  patients: Rows,
  addresses: Rows,
  consents: Rows,
  companyDiscounts: Rows,
  carts: Rows,
  waitlist: Rows,
  notifications: Rows,
  /** Notifications that no channel delivered, and how staff told the patient. */
  undeliveredNotifications: Rows,
  orders: Rows,
  invoices: Rows,
  savedCards: Rows,
  consultations: Rows,
  notes: Rows,
  /** Referrals and medical certificates. */
  letters: Rows,
  prescriptions: Rows,
  papers: Rows,
  medicalHistory: Rows,
  editRequests: Rows,
  /** To professionals, with their answers. */
  questions: Rows,
  /** That they registered for. */
  webinars: Rows,
  /** How far they came with the films of a course. */
  lessons: Rows,
  /** Who looked at the record, and why. */
  looks: Rows,
  documents: Rows,
  subscriptions: Rows,
  invitations: Rows,
  invitationDiscounts: Rows,
  sessions: Rows,
})
export type AccountExport = v.InferOutput<typeof AccountExport>
