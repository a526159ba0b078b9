import { type Clinician, findClinicianById } from '@cuida/core/catalogue/api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { startWithCapital } from '@cuida/ui/words/format.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useSearch } from 'wouter'
import { pathOf } from '../routes.ts'
import css from './ClinicianProfileScreen.module.css'
import { Missing } from './Missing.tsx'
import { useClinician } from './queries.ts'

/** B2.6. `?product=` says whose free times to offer. */
export function ClinicianProfileScreen({ params }: { params: Record<string, string> }) {
  const { data: clinician, isPending, error, isFetching, refetch } = useClinician(params.id ?? '')
  const productSlug = new URLSearchParams(useSearch()).get('product')
  const isMissing = refusedWith(findClinicianById, error, 'CLINICIAN_NOT_FOUND')
  const times = clinician && productSlug && (
    <LinkButton variant="primary" href={pathOf('clinicianCalendar', { clinicianId: clinician.id, productSlug })}>
      {t('catalogue.clinician.times')}
    </LinkButton>
  )
  return (
    <Screen
      title={clinician?.name ?? t('catalogue.clinician.title')}
      heading={clinician && <Heading clinician={clinician} />}
      lead={clinician?.specialty}
      action={times}
    >
      {isPending && <Skeleton lines={6} />}
      {isMissing && <Missing title={t('catalogue.clinician.missing')} />}
      {error && !isMissing && !clinician && (
        <ErrorState
          failure={error}
          title={t('catalogue.clinician.failed')}
          busy={isFetching}
          onAction={() => void refetch()}
        />
      )}
      {clinician && <Career clinician={clinician} />}
    </Screen>
  )
}

function Heading({ clinician: { name, photoUrl } }: { clinician: Clinician }) {
  return (
    <span className={css.heading}>
      <Avatar name={name} photo={photoUrl} size={128} />
      {name}
    </span>
  )
}

function Career({ clinician }: { clinician: Clinician }) {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'language' })
  const languages = clinician.languages.map((code) => names.of(code) ?? code)
  return (
    <>
      <p>{t('catalogue.clinician.registration', { number: clinician.registrationNumber })}</p>
      <Section title={t('catalogue.clinician.about')}>
        <p>{clinician.bio}</p>
      </Section>
      <Section title={t('catalogue.clinician.languages')}>
        <p>{startWithCapital(new Intl.ListFormat(currentLocale()).format(languages))}</p>
      </Section>
      <Section title={t('catalogue.clinician.experience')}>
        <Lines lines={clinician.experience} />
      </Section>
      <Section title={t('catalogue.clinician.studies')}>
        <Lines lines={clinician.studies} />
      </Section>
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
