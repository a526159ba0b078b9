import stack from '@cuida/ui/Card/Card.module.css'
import css from '@cuida/ui/ErrorSummary/ErrorSummary.module.css'
import hidden from '@cuida/ui/VisuallyHidden/VisuallyHidden.module.css'
import { type Fields, newCardFields, securityCodeField, type Translate, valuesOf } from './card-fields.ts'
import { asksDocument, cardFormProblems, codeProblems, offersInstallments, type Problems } from './card-values.ts'
import { createHtmlElement } from './dom.ts'
import type { Field } from './field.ts'
import { errorIcon } from './pictures.ts'
import type { FrameField, FromFrame, TypedForm } from './protocol.ts'
import { InstallmentLookup } from './wire/installment-lookup.ts'
import type { ProviderSettings } from './wire/token-wire.ts'
import { type TokenisedCard, TokenRefused, tokeniseCard, tokeniseSavedCard } from './wire/tokenise.ts'

interface Parts {
  settings: ProviderSettings
  form: TypedForm
  translate: Translate
  now: Date
  send: (message: FromFrame) => void
}

/** Validates a field on blur and the form on submit; afterwards invalid fields are validated live (product 11.3). */
export class CardForm {
  readonly element = createHtmlElement('form', { class: stack.stack, novalidate: '' })
  private readonly parts: Parts
  private readonly fields: Fields
  private readonly names: FrameField[]
  /** Problem code of each field that shows one. */
  private readonly errorCodes = new Map<FrameField, string>()
  private readonly liveRegion = createHtmlElement('p', { class: hidden.hidden, 'aria-live': 'polite' })
  private readonly summary = createHtmlElement('div', { hidden: '' })
  private readonly watch: InstallmentLookup | undefined
  private isBusy = false

  constructor(parts: Parts) {
    const { settings, form, translate } = parts
    this.parts = parts
    this.fields =
      form.kind === 'newCard'
        ? newCardFields(translate, asksDocument(settings.provider) ? form : { holder: form.holder })
        : securityCodeField(translate, form.cardType)
    this.names = Object.keys(this.fields) as FrameField[]
    this.element.append(this.summary)
    for (const name of this.names) this.add(name, this.fields[name])
    this.element.append(this.liveRegion)
    this.element.addEventListener('keydown', (event) => this.onKey(event))
    this.watch = this.watchInstallments()
  }

  /** The price changed, so installments may change too. */
  costs(amount: number): void {
    this.watch?.costs(amount)
  }

  private watchInstallments(): InstallmentLookup | undefined {
    const { settings, form, send } = this.parts
    if (form.kind !== 'newCard' || form.amount === undefined || !offersInstallments(settings.provider)) return undefined
    const watch = new InstallmentLookup(settings, form.amount, (offer) => send({ type: 'installments', offer }))
    const { number } = this.fields
    number?.element.addEventListener('input', () => watch.typed(number.inputs[0]?.value ?? ''))
    return watch
  }

  /** Sends the card to the provider, or shows the problems. */
  async submit(): Promise<void> {
    if (this.isBusy) return
    const problems = this.check()
    if (this.names.some((name) => problems[name])) return this.refuse(problems)
    this.isBusy = true
    try {
      const card = await this.tokenise()
      // The provider has the card now: this page clears it.
      for (const { inputs } of Object.values(this.fields)) for (const input of inputs) input.value = ''
      this.parts.send({ type: 'token', card })
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      if (this.names.some((name) => error.fields[name])) this.refuse(error.fields)
      else this.parts.send({ type: 'failed', code: error.code })
    } finally {
      this.isBusy = false
    }
  }

  private tokenise(): Promise<TokenisedCard> {
    const { settings, form } = this.parts
    const values = valuesOf(this.fields)
    return form.kind === 'newCard'
      ? tokeniseCard(settings, values)
      : tokeniseSavedCard(settings, form, values.securityCode)
  }

  private check(): Problems {
    const { settings, form } = this.parts
    const values = valuesOf(this.fields)
    return form.kind === 'newCard'
      ? cardFormProblems(values, settings.provider, this.parts.now)
      : codeProblems(values, form.cardType)
  }

  private add(name: FrameField, field: Field | undefined): void {
    if (!field) return
    this.element.append(field.element)
    field.element.addEventListener('input', () => this.onInput(name))
    field.element.addEventListener('focusout', ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && field.element.contains(relatedTarget)
      if (!stays) this.onLeave(name, field)
    })
  }

  private onInput(name: FrameField): void {
    this.liveRegion.textContent = ''
    if (!this.errorCodes.has(name)) return
    this.show(name, this.check()[name])
    if (!this.summary.hidden) this.summarise()
  }

  private onLeave(name: FrameField, { inputs }: Field): void {
    // An empty field shows no error on blur.
    if (this.isBusy || inputs.some((input) => input.value === '')) return
    const code = this.check()[name]
    if (code && this.errorCodes.get(name) !== code) this.liveRegion.textContent = this.messageOf(name, code)
    this.show(name, code)
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    this.parts.send({ type: 'enter' })
  }

  private messageOf(name: FrameField, code = ''): string {
    const { translate } = this.parts
    return translate(`checkout.card.${name}.${code}`) || translate(`checkout.card.${name}.INVALID`)
  }

  private show(name: FrameField, code: string | undefined): void {
    if (this.errorCodes.get(name) === code) return
    if (code === undefined) this.errorCodes.delete(name)
    else this.errorCodes.set(name, code)
    this.fields[name]?.show(code === undefined ? undefined : this.messageOf(name, code))
  }

  /**
   * Focuses the invalid field, or the summary of several. The app focuses the frame first, because the frame cannot
   * take the focus.
   */
  focusOnProblem(): void {
    const [first] = this.wrong()
    const list = this.summary.firstElementChild
    if (list instanceof HTMLElement && !this.summary.hidden) {
      list.focus({ preventScroll: true })
      this.reveal(list)
    } else if (first) this.go(first.field)
  }

  private refuse(problems: Problems): void {
    for (const name of this.names) this.show(name, problems[name])
    this.summarise()
    this.parts.send({ type: 'problems', problems: this.wrong() })
  }

  /** A single error needs no summary. */
  private summarise(): void {
    const wrong = this.wrong()
    const list = wrong.map(({ field, code }) => ({
      message: this.messageOf(field, code),
      go: () => this.go(field),
    }))
    this.summary.hidden = wrong.length < 2
    this.summary.replaceChildren(errorSummary(this.parts.translate('ui.errorSummary.title'), list))
  }

  /** In screen order. */
  private wrong(): { field: FrameField; code: string }[] {
    return this.names.flatMap((field) => {
      const code = this.errorCodes.get(field)
      return code ? [{ field, code }] : []
    })
  }

  private go(name: FrameField): void {
    const field = this.fields[name]
    field?.inputs[0]?.focus({ preventScroll: true })
    if (field) this.reveal(field.element)
  }

  /** Only the app can scroll. */
  private reveal(target: HTMLElement): void {
    const { top, bottom } = target.getBoundingClientRect()
    this.parts.send({ type: 'reveal', top, bottom })
  }
}

/** "There is a problem", with a link to each field, as `ui/ErrorSummary`; for two errors or more. */
function errorSummary(title: string, wrong: { message: string; go: () => void }[]): HTMLElement {
  const items = wrong.map(({ message, go }) => {
    const link = createHtmlElement('a', { href: '#' }, message)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      go()
    })
    return createHtmlElement('li', {}, link)
  })
  const heading = createHtmlElement('h2', { id: 'error-summary' }, errorIcon(), title)
  const section = { class: css.summary, tabindex: '-1', 'aria-labelledby': 'error-summary' }
  return createHtmlElement('section', section, heading, createHtmlElement('ul', {}, ...items))
}
