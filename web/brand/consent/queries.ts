import {
  agreeToDocument,
  type DueAgreement,
  getAgreedText,
  getAgreements,
} from '@cuida/core/brand/consent/consent-api.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'

/** Due documents are named in the reader's language. */
export function useAgreements() {
  const enabled = useIsSignedIn()
  const locale = currentLocale()
  return useQuery({
    queryKey: ['agreements', locale],
    queryFn: () => api(getAgreements, {}),
    enabled,
    refetchOnMount: 'always',
  })
}

export function useAgreedText(textId: string) {
  const staleTime = Number.POSITIVE_INFINITY
  return useQuery({ queryKey: ['agreed-text', textId], queryFn: () => api(getAgreedText, { textId }), staleTime })
}

export function useAgree() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, textId }: DueAgreement) => api(agreeToDocument, { slug, textId }),
    // Also when it was refused: the text is another one by now, and so is what to read.
    onSettled: () => queries.invalidateQueries({ queryKey: ['agreements'] }),
  })
}
