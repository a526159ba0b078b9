import {
  type CompanyWish,
  changeCompany,
  createCompany,
  type Employee,
  endCompany,
  listCompanies,
  listLinkSets,
  makeLinks,
  takeBackLink,
  takeBackSet,
} from '@cuida/core/invite/desk-company-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../kit/api.ts'

const KEY = ['companies']
const LINKS = ['company-links']
const PAGE = 50

const nextPage = ({ page, total }: { page: number; total: number }) => (page * PAGE < total ? page + 1 : undefined)

export type Companies = Reply<typeof listCompanies>
export type Made = Reply<typeof makeLinks>

/** By name, a page at a time, with products in the language of the desk; links are used while one looks. */
export function useCompanies() {
  const language = useLocale()
  return useInfiniteQuery({
    queryKey: [...KEY, language],
    queryFn: ({ pageParam }) => api(listCompanies, { page: String(pageParam), pageSize: String(PAGE) }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  })
}

export function useLinkSets(id: string) {
  return useInfiniteQuery({
    queryKey: [...LINKS, id],
    queryFn: ({ pageParam }) => api(listLinkSets, { id, page: String(pageParam), pageSize: String(PAGE) }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  })
}

/** Done or refused, what is true now is shown: before it says that it is done. */
function useCompanyDeed<I, O>(mutationFn: (input: I) => Promise<O>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all([KEY, LINKS].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

type Written = CompanyWish & { reason: string }

export const useCreateCompany = () => useCompanyDeed((wish: Written) => api(createCompany, wish))
export const useChangeCompany = (id: string) =>
  useCompanyDeed((wish: Written & { version: number }) => api(changeCompany, { id, ...wish }))
export const useEndCompany = (id: string) =>
  useCompanyDeed((wish: { version: number; reason: string }) => api(endCompany, { id, ...wish }))
export const useTakeBackSet = (id: string) =>
  useCompanyDeed((wish: { setId: string; reason: string }) => api(takeBackSet, { id, ...wish }))
export const useTakeBackLink = (id: string) =>
  useCompanyDeed((wish: { token: string; reason: string }) => api(takeBackLink, { id, ...wish }))

interface LinksWish {
  employees: (Employee | null)[]
  expiresAt: string
}

/** A press whose answer was lost is the same press the next time: its links are answered, not made again. */
export function useMakeLinks(id: string) {
  const press = useRef<{ wish: string; key: string }>(undefined)
  return useCompanyDeed(async (wish: LinksWish) => {
    const text = JSON.stringify(wish)
    if (press.current?.wish !== text) press.current = { wish: text, key: crypto.randomUUID() }
    const made = await api(makeLinks, { id, ...wish }, { idempotencyKey: press.current.key })
    press.current = undefined
    return made
  })
}
