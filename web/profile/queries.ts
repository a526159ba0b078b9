import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import type { Locale } from '@cuida/core/brand/locale.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import {
  deletePatient,
  exportPatient,
  findPostalCode,
  getAddress,
  type PostalPlace,
  putAddress,
  updateMe,
} from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Address, AddressKind } from '@cuida/core/profile/address/address.ts'
import { getDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { setQueryReply } from '@cuida/ui/client/queries/set-query-reply.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { chooseLanguage } from '../kit/content/messages.ts'
import { useMutation } from '../kit/mutations.ts'
import { useQuery } from '../kit/queries.ts'
import { saveFile } from '../kit/save-file.ts'

/** A mutation's reply replaces the cached profile. */
export const cacheProfile = (queries: QueryClient, profile: Profile): void => {
  setQueryReply(queries, me, {}, profile)
}

export const useUpdateMe = () => useMutation(updateMe, { keep: (profile, keeper) => keeper(me, {}, profile) })

/** Changes the app's language on this device at once, and the account's language for messages. */
export function useChooseLanguage() {
  const queries = useQueryClient()
  const choose = async (locale: Locale) => {
    await chooseLanguage(locale)
    // Replies contain names in the previous language.
    void queries.invalidateQueries()
    return api(updateMe, { locale })
  }
  return useMutation(choose, { keep: (profile, keeper) => keeper(me, {}, profile) })
}

export const useAddress = (patientId: string | undefined, kind: AddressKind) =>
  useQuery(getAddress, { id: patientId ?? '', kind }, { enabled: patientId !== undefined })

/** The billing address may follow the home address. */
export const useSaveAddress = (id: string, kind: AddressKind) =>
  useMutation((address: Address & { useForBilling: boolean }) => api(putAddress, { id, kind, ...address }), {
    staleWhenDone: [callKey(getAddress, { id })],
  })

export const useFindPlace = () =>
  useMutation((code: string): Promise<PostalPlace> => api(findPostalCode, { code, country: 'BR' }))

/** Downloads a copy of all data as a file. */
export async function saveCopy(patientId: string, proof: OwnerProof): Promise<void> {
  const copy = await api(exportPatient, { id: patientId, ...proof })
  const file = new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' })
  await saveFile(file, `cuida-${copy.exportedAt.slice(0, 10)}.json`)
}

export const deleteAccount = (patientId: string, proof: OwnerProof) => api(deletePatient, { id: patientId, ...proof })

export const useDependant = (id: string) => useQuery(getDependant, { id })

export const useUpdateDependant = (id: string) =>
  useMutation((change: Omit<Input<typeof updateDependant>, 'id'>) => api(updateDependant, { id, ...change }), {
    keep: (child, keeper) => keeper(getDependant, { id }, child),
    staleWhenDone: [me],
  })
