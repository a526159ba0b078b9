import type { Campaign } from '@cuida/core/invite/campaign.ts'
import type { Tx } from '../kit/db/db.ts'
import { joinByLink } from './company-store.ts'
import { findReferrer, insertReferral } from './referral-store.ts'

export interface SignUpInvitations {
  /** The running campaigns, looked up before the transaction begins. */
  campaigns: readonly Campaign[]
  referralSlug: string | undefined
  b2bCompanySlug?: string | undefined
  b2bToken?: string | undefined
}

/**
 * Applies the invitations of a new account in the transaction that creates it. An invalid invitation does not prevent
 * the account: it gives nothing.
 */
export async function acceptInvitations(
  tx: Tx,
  { accountId, patientId }: { accountId: string; patientId: string },
  { campaigns, referralSlug, b2bCompanySlug: companySlug, b2bToken: token }: SignUpInvitations,
): Promise<void> {
  if (referralSlug) await acceptReferral(tx, accountId, referralSlug, campaigns)
  if (companySlug && token) await joinByLink(tx, { companySlug, token }, patientId)
}

async function acceptReferral(tx: Tx, accountId: string, slug: string, campaigns: readonly Campaign[]): Promise<void> {
  const referrer = await findReferrer(tx, slug, campaigns)
  const campaign = campaigns.find(({ id }) => id === referrer?.campaignId)
  if (referrer && campaign) await insertReferral(tx, referrer, accountId, campaign)
}
