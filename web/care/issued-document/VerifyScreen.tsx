import { parseVerificationCode } from '@cuida/core/care/issued-document/issued-document.ts'
import { verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { dayOf, formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'

/** Looks up the verification code of a document; `unknown` when it is not ours. */
export const checkCode = (code: string): Promise<Found | 'unknown'> =>
  api(verifyIssuedDocument, { code }).catch(unlessUnknown)

/** Verifies by its code that a document is genuine; shows no health data. */
export function VerifyScreen() {
  const [found, setFound] = useState<Found | 'unknown'>()
  const form = useForm({
    initial: { code: decodeURIComponent(location.hash.slice(1)) },
    check: ({ code }) => ({ code: parseVerificationCode(code) ? undefined : 'INVALID' }),
    submit: async ({ code }) => {
      setFound(undefined)
      setFound(await checkCode(code))
    },
    message: (_, problem) => t(`care.verify.code.${problem}`),
  })
  return (
    <Screen title={t('care.verify.title')}>
      <Stack>
        <p>{t('care.verify.text')}</p>
        <form {...form.props}>
          <Stack>
            <TextInput
              label={t('care.verify.code')}
              hint={t('care.verify.codeHint')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...form.field('code')}
            />
            <FailureAlert failure={form.failure} />
            <Button type="submit" variant="primary" busy={form.busy}>
              {t('care.verify.submit')}
            </Button>
          </Stack>
        </form>
        <div aria-live="polite">{found && <VerificationResult found={found} />}</div>
      </Stack>
    </Screen>
  )
}

function VerificationResult({ found }: { found: Found | 'unknown' }) {
  const { timeZone } = usePartner()
  if (found === 'unknown')
    return (
      <Alert tone="danger" title={t('care.verify.unknown')}>
        {t('care.verify.unknownText')}
      </Alert>
    )
  const { kind, status, issuer, clinician, initials, day, issuedAt } = found
  return (
    <Stack>
      <Alert tone={status === 'valid' ? 'success' : 'warning'} title={t(`care.verify.${status}`)} />
      <DescriptionList
        items={[
          { term: t('care.verify.kind'), description: t(`care.issuedDocument.title.${kind}`) },
          { term: t('care.verify.issuer'), description: issuer },
          {
            term: t('care.verify.clinician'),
            description: t('care.prescription.by', { name: clinician.name, licence: clinician.registrationNumber }),
          },
          ...(initials ? [{ term: t('care.verify.patient'), description: initials }] : []),
          { term: t('care.verify.day'), description: formatDate(day) },
          { term: t('care.verify.issuedOn'), description: formatDate(dayOf(issuedAt, timeZone)) },
        ]}
      />
    </Stack>
  )
}

type Found = Reply<typeof verifyIssuedDocument>

function unlessUnknown(error: unknown): 'unknown' {
  if (refusedWith(verifyIssuedDocument, error, 'DOCUMENT_UNKNOWN')) return 'unknown'
  throw error
}
