import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { supportMail } from '../kit/contact.ts'
import { usePartner } from '../kit/partner.tsx'
import { pathOf } from '../routes.ts'

const CONFLICTS = [
  'EMAIL_CONFLICT',
  'PHONE_CONFLICT',
  'CPF_DUPLICATED',
  'DOCUMENT_DUPLICATED',
  'CPF_GET_DATA_ERROR',
  'CREATE_PROFILE_ERROR',
]

export const isConflict = (failure: unknown): failure is CallFailed =>
  failure instanceof CallFailed && CONFLICTS.includes(failure.code)

/** Spec 1 §8 "Profile codes": what is in use already, and whom to ask. */
export function ConflictAlert({ code, retryAfter }: Pick<CallFailed, 'code'> & Partial<CallFailed>) {
  const { email } = usePartner().partnerConfig.supportProvider.info
  const [words, href] =
    code === 'PHONE_CONFLICT'
      ? [t('access.conflict.signIn'), pathOf('welcome')]
      : [t('access.conflict.help'), supportMail(email, t('access.conflict.subject'))]
  const later = `access.conflict.${code}.later`
  const title = retryAfter !== undefined && hasWords(later) ? later : `access.conflict.${code}`
  return <Alert tone="danger" title={t(title)} action={<a href={href}>{words}</a>} />
}
