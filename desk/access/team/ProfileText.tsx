import type { ClinicianProfile } from '@cuida/core/access/team/team-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { type Fact, Facts } from '../../kit/page/Detail.tsx'
import { textLanguages } from './colleague-values.ts'
import { languageList, languageTitle } from './language-names.ts'
import type { Team } from './queries.ts'
import css from './Team.module.css'

interface ProfileTextProps {
  clinician: ClinicianProfile
  team: Pick<Team, 'products' | 'locales'>
  onChange: () => void
}

/** A clinician's public profile in each language, and the calendar settings. */
export function ProfileText({ clinician, team, onChange }: ProfileTextProps) {
  // The partner's languages come first, as in the form.
  const written = textLanguages([], clinician)
  const languages = textLanguages(team.locales, clinician).filter((language) => written.includes(language))
  return (
    <Section
      title={t('desk.team.profile')}
      aside={
        <Button fit icon="pencil" onClick={onChange}>
          {t('desk.team.change')}
        </Button>
      }
    >
      <Facts of={factsOf(clinician, team.products)} term={(name) => t(`desk.team.${name}`)} />
      {languages.map((language) => (
        <InLanguage key={language} language={language} clinician={clinician} />
      ))}
    </Section>
  )
}

function InLanguage({ language, clinician }: { language: string; clinician: ClinicianProfile }) {
  return (
    <section className={css.text} aria-label={languageTitle(language)}>
      <h3>{languageTitle(language)}</h3>
      <p>
        <strong>{clinician.specialty[language]}</strong>
      </p>
      <p>{clinician.bio[language]}</p>
      {(['experience', 'studies'] as const).map((list) => (
        <Lines key={list} title={t(`desk.team.${list}`)} lines={clinician[list][language] ?? []} />
      ))}
    </section>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )

function factsOf(clinician: ClinicianProfile, products: Team['products']): Fact[] {
  const { name, registrationNumber, languages, timeZone, bufferMinutes, products: given } = clinician
  const names = products.filter(({ id }) => given.includes(id)).map((product) => product.name)
  return [
    ['publicName', name],
    ['registrationNumber', registrationNumber],
    ['languages', languageList(languages)],
    ['products', names.join(', ') || t('desk.team.noProducts')],
    ['bufferMinutes', t('desk.team.minutes', { count: bufferMinutes })],
    ['timeZone', formatTimeZone(timeZone)],
  ]
}
