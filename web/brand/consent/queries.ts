import {
  agreeToDocument,
  type DueAgreement,
  getAgreedText,
  getAgreements,
} from '@cuida/core/brand/consent/consent-api.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useRead } from '../../kit/reads.ts'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'

/** Due documents are named in the reader's language. */
export function useAgreements() {
  const enabled = useIsSignedIn()
  return useRead(getAgreements, {}, { per: currentLocale(), enabled, refetchOnMount: 'always' })
}

export const useAgreedText = (textId: string) =>
  useRead(getAgreedText, { textId }, { staleTime: Number.POSITIVE_INFINITY })

/** Refused, too, the text is another one by now, and so is what to read. */
export const useAgree = () =>
  useMutation(({ slug, textId }: DueAgreement) => api(agreeToDocument, { slug, textId }), { stale: [getAgreements] })
