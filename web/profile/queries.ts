import type { Locale } from '@cuida/core/brand/locale.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import {
  deletePatient,
  exportPatient,
  findPostalCode,
  getAddress,
  type Place,
  putAddress,
  updateMe,
} from '@cuida/core/profile/account/account-api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Address, AddressKind } from '@cuida/core/profile/address/address.ts'
import { getDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { chooseLanguage } from '../kit/content/words.ts'
import { saveFile } from '../kit/save-file.ts'

/** The answer of a change is the newest word on who I am. */
export const keepProfile = (queries: QueryClient, profile: Profile): void => {
  queries.setQueryData(['me'], profile)
}

export function useUpdateMe() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Input<typeof updateMe>) => api(updateMe, change),
    onSuccess: (profile) => keepProfile(queries, profile),
  })
}

/** The app speaks it at once, on this device; and from now on we write to this person in it. */
export function useChooseLanguage() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (chosen: Locale) => {
      await chooseLanguage(chosen)
      // What the server names it names in the reader's language: what was read in the other one is old.
      void queries.invalidateQueries()
      return api(updateMe, { locale: chosen })
    },
    onSuccess: (profile) => keepProfile(queries, profile),
  })
}

export function useAddress(patientId: string | undefined, kind: AddressKind) {
  return useQuery({
    queryKey: ['address', patientId, kind],
    queryFn: () => api(getAddress, { id: patientId ?? '', kind }),
    enabled: patientId !== undefined,
  })
}

export function useSaveAddress(patientId: string, kind: AddressKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (address: Address & { useForBilling: boolean }) => api(putAddress, { id: patientId, kind, ...address }),
    // What the bill says follows what home says.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['address', patientId] }),
  })
}

export function useFindPlace() {
  return useMutation({ mutationFn: (code: string): Promise<Place> => api(findPostalCode, { code, country: 'BR' }) })
}

/** Fetches a copy of everything and hands it to the browser as a file. */
export async function saveCopy(patientId: string, password: string): Promise<void> {
  const copy = await api(exportPatient, { id: patientId, password })
  const file = new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' })
  await saveFile(file, `cuida-${copy.exportedAt.slice(0, 10)}.json`)
}

export const deleteAccount = (patientId: string, password: string) => api(deletePatient, { id: patientId, password })

export function useDependant(id: string) {
  return useQuery({ queryKey: ['dependant', id], queryFn: () => api(getDependant, { id }) })
}

export function useUpdateDependant(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<Input<typeof updateDependant>, 'id'>) => api(updateDependant, { id, ...change }),
    onSuccess: async (child) => {
      queries.setQueryData(['dependant', id], child)
      await queries.invalidateQueries({ queryKey: ['me'] })
    },
  })
}
