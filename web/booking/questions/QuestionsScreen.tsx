import { isBlank, maxLengthOf } from '@cuida/core/booking/questions/answers.ts'
import { questionPages } from '@cuida/core/booking/questions/question-pages.ts'
import { isUrgent } from '@cuida/core/booking/questions/visible-questions.ts'
import { YES } from '@cuida/core/catalogue/product/clinical-questions.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { usePressGuard } from '@cuida/ui/forms/use-press-guard.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { type MouseEvent, type SubmitEvent, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { Missing } from '../../catalogue/Missing.tsx'
import { useProduct } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { goBack, goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { BookingIdentity } from '../BookingIdentity.tsx'
import type { Booking } from '../cart/booking.ts'
import { currentBooking, updateBooking } from '../cart/cart-store.ts'
import { SavedMark } from '../cart/SavedMark.tsx'
import { useBookingOf } from '../cart/use-booking-of.ts'
import { useFamilyFor } from '../use-family-for.ts'
import { useMissingStep } from '../use-next-step.ts'
import { answerTo, withAnswer } from './answering.ts'
import { problemWith, QuestionField, questionProblemMessage } from './QuestionField.tsx'
import css from './QuestionsScreen.module.css'
import { RecordedAllergies } from './RecordedAllergies.tsx'
import { type AnswerRules, questionsOf, useAnswerRules } from './use-answer-rules.ts'
import { useOneTap } from './use-one-tap.ts'

/**
 * The symptom collector, page by page: the number of a page's first question is in the URL, so that "back" opens the
 * previous page.
 */
export function QuestionsScreen({ params }: { params: Record<string, string> }) {
  const read = useProduct(params.slug ?? '')
  const { data: product } = read
  const booking = useBookingOf(product)
  const isEmpty = product?.symptomCollector.length === 0
  const isAsked = useWhoFirst(product, booking)
  useEffect(() => {
    if (isEmpty && booking && !isAsked) goTo(pathOf('summary', { slug: booking.productSlug }), { replace: true })
  }, [isEmpty, booking, isAsked])
  if (product && booking && !isEmpty && !isAsked) return <Page product={product} booking={booking} />
  return (
    <Screen title={product?.name ?? t('booking.questions')}>
      <QueryBoundary query={read} lines={5} errorTitle={() => t('catalogue.failed')}>
        {(product) => (product ? <Skeleton lines={5} /> : <Missing title={t('catalogue.product.missing')} />)}
      </QueryBoundary>
    </Screen>
  )
}

/**
 * A family is asked for the patient first, because questions, warning signs and products depend on the person. True
 * while the family is loading.
 */
function useWhoFirst(product: Product | null | undefined, booking: Booking | undefined): boolean {
  const { status } = useSession()
  const { hasChoice, patient } = useFamilyFor(product, booking?.patientId)
  const isAsked = Boolean(product && booking && hasChoice && !patient)
  useEffect(() => {
    if (isAsked) goTo(pathOf('selectProfile'), { replace: true })
  }, [isAsked])
  return isAsked || status === 'starting'
}

function Page({ product, booking }: { product: Product; booking: Booking }) {
  const { slug } = product
  const rules = useAnswerRules()
  const questions = questionsOf(product, booking, rules)
  const pages = questionPages(questions)
  const { index, page } = pageAt(useSearch(), pages)
  const pageKey = page[0]?.key ?? ''
  const [tried, setTried] = useState({ pageKey: '', attempt: 0 })
  const [urgent, setUrgent] = useState<Question>()
  const entries = page.map((question) => answered(question, booking, rules))
  const isComplete = entries.every(({ isOpen }) => !isOpen)
  const { touch, press } = usePressGuard(pageKey, isComplete)
  const isAlone = page.length === 1
  const submits = ({ key }: Question) =>
    isAlone || entries.some(({ question, isOpen }) => isOpen && question.key === key)
  const pick = useOneTap({ pageKey, isComplete, submits, press })
  const onward = useMissingStep()
  const [first] = page
  if (!first) return null
  const problems = entries.flatMap(({ question, message }) =>
    message ? [{ id: fieldId(question), message: `${question.text} · ${message}` }] : [],
  )
  const hasTried = tried.pageKey === pageKey
  const isUnconfirmed = page.some(({ key }) => booking.toConfirm?.includes(key))
  const before = index > 0 ? pagePath(pages, index - 1) : pathOf('product', { slug })

  function next(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setTried(({ attempt }) => ({ pageKey, attempt: attempt + 1 }))
    const [problem, ...others] = problems
    const warning = entries.find(({ question, answer }) => isUrgent(question, answer))?.question
    // The summary of several errors takes the focus itself.
    if (problem) others.length === 0 && document.getElementById(problem.id)?.focus()
    else if (warning) setUrgent(warning)
    else goOn()
  }

  function pagePath(all: Question[][], at: number): string {
    const number = all.slice(0, at).flat().length + 1
    return at < all.length ? pathOf('questions', { slug }, { question: String(number) }) : pathOf('summary', { slug })
  }

  /** A repeated booking has the other answers: only what is missing is asked. */
  async function goToMissing(otherwise: string): Promise<void> {
    const path = await onward(product, currentBooking() ?? booking).catch(() => undefined)
    goTo(path ?? otherwise)
  }

  /** Answers a question and its text by the record, and goes on unless something else is asked on their page. */
  function confirmRecorded({ key }: Question, text: Question, allergies: string): void {
    const symptoms = withAnswer(withAnswer(booking.symptoms, key, YES), text.key, allergies)
    const confirmed = [key, text.key]
    updateBooking({ symptoms, toConfirm: booking.toConfirm?.filter((one) => !confirmed.includes(one)) })
    const after = { ...booking, symptoms }
    const pagesAfter = questionPages(questionsOf(product, after, rules))
    const at = pagesAfter.findIndex((one) => one.some((question) => question.key === text.key))
    const isOpen = pagesAfter[at]?.some((question) => answered(question, after, rules).isOpen)
    if (!isOpen) goBehind(pagesAfter, at)
    else if (at !== index) goTo(pagePath(pagesAfter, at))
  }

  function goOn(): void {
    setUrgent(undefined)
    if (isUnconfirmed) {
      const keys = page.map(({ key }) => key)
      updateBooking({ toConfirm: booking.toConfirm?.filter((key) => !keys.includes(key)) })
    }
    goBehind(pages, index)
  }

  function goBehind(all: Question[][], at: number): void {
    const path = pagePath(all, at + 1)
    if (booking.copiedFrom) void goToMissing(path)
    else goTo(path)
  }

  return (
    <Screen
      title={isAlone ? first.text : product.name}
      lead={!isAlone && page.some(isSingleChoice) ? t('booking.answer.goesOnAtLast') : undefined}
      status={t('booking.step', { step: index + 1, total: pages.length + 1 })}
      progress={{ at: index + 1, of: pages.length + 1 }}
      identity={<BookingIdentity />}
      arrival={pageKey}
      onBack={() => goBack(before)}
      action={
        // A new button for each page: a finger pressed on the previous one does not click this one when it lifts.
        <Button key={pageKey} type="submit" form="question" variant="primary" onClick={press}>
          {t('booking.next')}
        </Button>
      }
    >
      {index === 0 && <Picture product={product} />}
      <form ref={pick.form} id="question" key={pageKey} className={css.form} noValidate onSubmit={next}>
        <ErrorSummary errors={hasTried && problems.length > 1 ? problems : []} attempt={tried.attempt} />
        {isUnconfirmed && <p>{t('booking.repeat.confirm')}</p>}
        {entries.map(({ question, answer, message }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by keyboard a form is sent by Enter and by its button
          <div key={question.key} className={css.question} onClick={(event) => pick.onClick(event, question)}>
            {!isAlone && <h2>{question.text}</h2>}
            <Recorded
              question={question}
              product={product}
              booking={booking}
              onConfirm={(text, allergies, event) => {
                press(event)
                if (!event.defaultPrevented) confirmRecorded(question, text, allergies)
              }}
            />
            <QuestionField
              id={fieldId(question)}
              question={question}
              isAlone={isAlone}
              answer={answer}
              onAnswer={(newAnswer) => {
                if (pick.isRefused()) return
                touch()
                updateBooking({ symptoms: withAnswer(booking.symptoms, question.key, newAnswer) })
              }}
              error={hasTried ? message : undefined}
            />
          </div>
        ))}
        {entries.some(({ answer }) => answer !== undefined) && <SavedMark />}
      </form>
      {urgent && <UrgentDialog text={urgent.urgent?.text} onClose={() => setUrgent(undefined)} goOn={goOn} />}
    </Screen>
  )
}

const fieldId = ({ key }: Question): string => `answer-${key}`

const isSingleChoice = ({ type }: Question): boolean => type === 'radio' || type === 'yesNo'

/** A question with its answer, how to mend it, and whether it still waits for a valid one. */
function answered(question: Question, { symptoms }: Pick<Booking, 'symptoms'>, { allowed }: AnswerRules) {
  const answer = answerTo(symptoms, question.key)
  const problem = problemWith(question, answer, allowed)
  const message = problem && questionProblemMessage(question, { answer, problem, allowed })
  return { question, answer, message, isOpen: problem !== undefined || isBlank(answer) }
}

interface RecordedProps {
  question: Question
  product: Product
  booking: Booking
  onConfirm: (text: Question, allergies: string, event: MouseEvent) => void
}

/** The allergies of the record, above the choice about allergies. */
function Recorded({ question, product, booking, onConfirm }: RecordedProps) {
  const { allowed } = useAnswerRules()
  const { patient } = useFamilyFor(product, booking.patientId)
  const text = textAfterAllergies(question, product)
  if (!patient || !text) return null
  return (
    <RecordedAllergies
      patientId={patient.id}
      most={maxLengthOf(text, allowed)}
      onConfirm={(allergies, event) => onConfirm(text, allergies, event)}
    />
  )
}

/** The text that follows when this question is the choice about allergies (`asksBeforePrescribing`). */
function textAfterAllergies({ key, about }: Question, { symptomCollector }: Product) {
  const text = symptomCollector.find(({ askedWhen }) => askedWhen?.question === key && askedWhen.answers.includes(YES))
  return about === 'allergies' && text?.type === 'text' ? text : undefined
}

function Picture({ product: { preSymptomCollectorPicture: picture } }: { product: Product }) {
  if (!picture) return null
  const { url, alternativeText, width, height } = picture
  return (
    <img className={css.picture} src={url} alt={alternativeText ?? ''} width={width ?? 560} height={height ?? 240} />
  )
}

/** The page with the question of this number, from 1; an invalid one in the URL means the first or the last page. */
function pageAt(search: string, pages: Question[][]): { index: number; page: Question[] } {
  const number = Math.trunc(Number(new URLSearchParams(search).get('question'))) || 1
  const behind = pages.findIndex((_, at) => pages.slice(0, at + 1).flat().length >= number)
  const index = behind < 0 ? pages.length - 1 : behind
  return { index, page: pages[index] ?? [] }
}

interface UrgentDialogProps {
  /** The partner's text about this particular answer. */
  text: string | null | undefined
  onClose: () => void
  goOn: () => void
}

/** An answer that may mean an emergency shows the emergency number before the next question. */
function UrgentDialog({ text, onClose, goOn }: UrgentDialogProps) {
  const { emergencyPhoneNumber: number } = usePartner()
  return (
    <Dialog
      open
      title={t('booking.urgent.title')}
      onClose={onClose}
      actions={
        <>
          <LinkButton href={`tel:${number}`} variant="danger" icon="phone">
            {t('booking.urgent.call', { number })}
          </LinkButton>
          <Button variant="quiet" onClick={goOn}>
            {t('booking.urgent.goOn')}
          </Button>
        </>
      }
    >
      <p>{text ?? t('booking.urgent.text', { number })}</p>
    </Dialog>
  )
}
