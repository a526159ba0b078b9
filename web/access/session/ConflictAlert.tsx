import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { supportMail } from '../../kit/contact.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'

const CONFLICTS = new Set([
  'EMAIL_CONFLICT',
  'PHONE_CONFLICT',
  'CPF_DUPLICATED',
  'DOCUMENT_DUPLICATED',
  'CPF_GET_DATA_ERROR',
  'CREATE_PROFILE_ERROR',
  'SOCIAL_CONFLICT',
])

export const isConflictCode = (code: string): boolean => CONFLICTS.has(code)
export const isConflict = (failure: unknown): failure is CallFailed =>
  failure instanceof CallFailed && isConflictCode(failure.code)

/** A conflict to show; the code may come without a call. */
type Conflict = Pick<CallFailed, 'code'> & Partial<CallFailed> & { social?: boolean }

/** A8.10: what is already in use, and what to do or whom to contact. */
export function ConflictAlert({ code, retryAfter, social = false }: Conflict) {
  const { email } = usePartner().partnerConfig.supportProvider.info
  // Accounts are never linked by e-mail address: a person who comes from Google signs in to the existing account.
  const isTaken = social && code === 'EMAIL_CONFLICT'
  const signsIn = isTaken || code === 'PHONE_CONFLICT' || code === 'SOCIAL_CONFLICT'
  const [text, href] = signsIn
    ? [t('access.conflict.signIn'), pathOf('welcome')]
    : [t('access.conflict.help'), supportMail(email, t('access.conflict.subject'))]
  const key = isTaken ? 'access.social.emailTaken' : `access.conflict.${code}`
  const isLater = retryAfter !== undefined && hasMessage(`${key}.later`)
  return <Alert tone="danger" title={t(isLater ? `${key}.later` : key)} action={<a href={href}>{text}</a>} />
}
