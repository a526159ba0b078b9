import {
  type CompanyInput,
  changeCompany,
  createCompany,
  type Employee,
  endCompany,
  listCompanies,
  listLinkSets,
  makeLinks,
  revokeLink,
  revokeLinkSet,
} from '@cuida/core/invite/desk-company-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { api } from '../kit/api.ts'
import { useMutation, usePages } from '../kit/queries.ts'

export type Companies = Reply<typeof listCompanies>
export type CreatedLinks = Reply<typeof makeLinks>

/**
 * Companies by name, paginated, with product names in the desk's language; polled, as the number of used links
 * changes.
 */
export const useCompanies = () => usePages(listCompanies, {}, { per: useLocale(), every: POLL.every30s })

export const useLinkSets = (id: string) => usePages(listLinkSets, { id }, { every: POLL.every30s })

/** The mutation resolves after the refetch, so that the list is current when its success is announced. */
const useCompanyMutation = <I, O>(act: (input: I) => Promise<O>) =>
  useMutation(act, { stale: [listCompanies, listLinkSets] })

type Written = CompanyInput & { reason: string }

export const useCreateCompany = () => useCompanyMutation((input: Written) => api(createCompany, input))
export const useChangeCompany = (id: string) =>
  useCompanyMutation((input: Written & { version: number }) => api(changeCompany, { id, ...input }))
export const useEndCompany = (id: string) =>
  useCompanyMutation((input: { version: number; reason: string }) => api(endCompany, { id, ...input }))
export const useRevokeLinkSet = (id: string) =>
  useCompanyMutation((input: { setId: string; reason: string }) => api(revokeLinkSet, { id, ...input }))
export const useRevokeLink = (id: string) =>
  useCompanyMutation((input: { token: string; reason: string }) => api(revokeLink, { id, ...input }))

interface LinksInput {
  employees: (Employee | null)[]
  expiresAt: string
}

export const useMakeLinks = (id: string) => useCompanyMutation((input: LinksInput) => api(makeLinks, { id, ...input }))
