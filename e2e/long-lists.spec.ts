import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { notifyChanged } from '../server/kit/db/changes.ts'
import { connect } from '../server/kit/db/db.ts'
import { signIn } from './account.ts'
import { type Clinician, openDesk } from './clinician.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { CASTS, consultationWithDocuments, fillLongLists, waitingRows } from './long-lists.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths, expectInSight } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** The pages with long lists, and the selector of their rows. */
const PLACES = [
  ['agenda', 'tbody tr'],
  ['records', 'nav li'],
  ['questions', 'nav li'],
  ['open', 'main input[type=checkbox]'],
  ['board', 'main li'],
  ['team', 'nav section li'],
  ['companies', 'nav li'],
  ['promo-codes', 'nav li'],
  ['orders', 'nav li'],
  ['subscriptions', 'nav li'],
  ['tasks', 'nav li'],
  ['errors', 'nav li'],
] as const

/** How far the page scrolls, and which panes overflow the window. */
function measureOverflow(): { down: number; sideways: number; outside: string[] } {
  const { scrollHeight, scrollWidth } = document.documentElement
  const panes = [...document.querySelectorAll('body *')].filter(
    (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1,
  )
  const outside = panes.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top < 0 || bottom > innerHeight + 1
  })
  return {
    down: scrollHeight - innerHeight,
    sideways: scrollWidth - innerWidth,
    outside: outside.map((one) => one.className),
  }
}

/** The rows that a list loads on request. */
async function showAll(page: Page, rows: Locator, more: RegExp): Promise<void> {
  await expect(rows.first()).toBeVisible()
  const button = page.getByRole('navigation').last().getByRole('button', { name: more })
  while ((await rows.count()) < 40 && (await button.isVisible())) {
    const before = await rows.count()
    await button.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  }
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(40)
}

async function expectWithin(page: Page, rows: Locator, pageName: string): Promise<void> {
  expect(await page.evaluate(measureOverflow), pageName).toEqual({ down: 0, sideways: 0, outside: [] })
  for (const row of [rows.last(), rows.first()]) {
    await expectInSight(row, pageName)
  }
  expect(await page.evaluate(measureOverflow), `${pageName}, read to its end`).toEqual({
    down: 0,
    sideways: 0,
    outside: [],
  })
}

/** Whether the focused element has a visible focus ring and is in view. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing'
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    // The focus ring of a checkbox or radio is drawn on its label.
    const isChoice = focused.matches('input[type=checkbox], input[type=radio]')
    const { top, bottom } = focused.getBoundingClientRect()
    const isOut = bottom < 0 || top > innerHeight
    const isBare = !isChoice && (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
    return isOut || isBare ? `${focused.outerHTML.slice(0, 120)}: ${isOut ? 'out of sight' : 'no sign of it'}` : ''
  })

// Forty rows of everything stay within the window, each list in its own scroll pane.
for (const cast of CASTS) {
  const messages = messagesOf(cast.language)
  const pictures = `forty-${cast.partner}`
  test.describe(cast.partner, () => {
    test.describe.configure({ mode: 'serial' })
    let system: RunningSystem
    let manager: Clinician
    let clinician: Clinician
    const contexts: BrowserContext[] = []
    const desk = () => ({ url: system.url, messages, locale: cast.locale, pictures })
    test.beforeAll(async () => {
      system = await startSystem(cast.partner)
      await fillLongLists(system.databaseUrl, cast)
    })
    test.afterAll(async () => {
      for (const context of contexts) await context.close()
      await system?.stop()
    })

    test('a queue of forty and a day of eighty appointments scroll in panes of their own, with the current time in view', {
      tag: '@gate',
    }, async ({ browser }) => {
      clinician = await openDesk(browser, desk(), cast.clinician)
      const { page } = clinician
      contexts.push(page.context())
      await expect(waitingRows(page, messages)).toHaveCount(40)
      await expect(page.locator('a[data-column=urgent]')).toHaveCount(3)
      const hours = page.locator('section[aria-labelledby=my-day] li > a')
      await expect(hours).toHaveCount(80)
      await expect(page.getByText(nowLine(messages))).toBeInViewport()
      await expectWithin(page, page.locator('a[data-column]'), 'queue')
      await expectWithin(page, hours, 'day')
      await capture(page, `${pictures}-queue`)
      await page.reload()
      await expect(page.getByText(nowLine(messages))).toBeInViewport()
    })

    test('a starting appointment scrolls the day on, but not while it is being read', { tag: '@gate' }, async () => {
      const { page } = clinician
      const line = page.getByText(nowLine(messages))
      const pane = line.locator('xpath=ancestor::div[1]')
      const scrollPosition = () => pane.evaluate(({ scrollTop }) => scrollTop)
      const hours = page.locator('section[aria-labelledby=my-day] li > a')
      const makeLate = async () => {
        const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
        await db`update consultation set starts_at = now() - interval '6 minutes' where id = (
          select c.id from consultation c join staff s on s.clinician_id = c.clinician_id and s.email = ${cast.clinician.email}
          where c.status = 'QUEUED' and c.starts_at > now() order by c.starts_at desc limit 1)`
        await db.end()
      }
      /** Cancels the next upcoming appointment. */
      const callOff = async () => {
        const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
        await db`update consultation set status = 'CANCELLED' where id = (
          select c.id from consultation c join staff s on s.clinician_id = c.clinician_id and s.email = ${cast.clinician.email}
          where c.status = 'QUEUED' and c.starts_at > now() order by c.starts_at limit 1)`
        await notifyChanged(db, ['queue'])
        await db.end()
      }
      // The notice about an unattended appointment covers no row and takes no click.
      await makeLate()
      await expect(page.getByRole('region', { name: messages.text('desk.notifications.title') })).toBeVisible({
        timeout: 60_000,
      })
      await pane.hover()
      await page.mouse.wheel(0, -100_000)
      await expect.poll(scrollPosition).toBe(0)
      await expect(line).not.toBeInViewport()
      await callOff()
      await expect(hours).toHaveCount(79)
      expect(await scrollPosition()).toBe(0)
      // Once scrolled back to the present, the list follows the time again.
      await line.scrollIntoViewIfNeeded()
      await expect(line).toBeInViewport()
      await pane.evaluate((one) => one.scrollBy(0, 40))
      const before = await scrollPosition()
      await callOff()
      await expect(hours).toHaveCount(78)
      await expect.poll(scrollPosition).not.toBe(before)
      await expect(line).toBeInViewport()
    })

    test('every list of a manager stays within the window', async ({ browser }) => {
      manager = await openDesk(browser, desk(), cast.manager)
      const { page } = manager
      contexts.push(page.context())
      for (const [path, row] of PLACES) {
        await page.goto(`${system.url}/desk/${path}`)
        const rows = page.locator(row)
        await showAll(page, rows, messages.pattern('desk.orders.more'))
        await expectWithin(page, rows, path)
        // Despite changes above the sidebar.
        await expect(page.locator('nav [aria-current=page]').first(), path).toBeInViewport()
        await capture(page, `${pictures}-${path}`, { axe: path === 'agenda' || path === 'open' })
        await captureAtWidths(page, `${pictures}-${path}`)
        // A window at 200 % zoom.
        await page.setViewportSize({ width: 640, height: 400 })
        expect((await page.evaluate(measureOverflow)).sideways, `${path} at 200 %`).toBeLessThanOrEqual(0)
        await expectInSight(rows.last(), `${path} at 200 %`)
        await page.setViewportSize({ width: 1280, height: 800 })
      }
      await page.goto(`${system.url}/desk/people`)
      await page.getByLabel(messages.text('desk.people.search.label')).fill('Colega')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation').last().getByRole('listitem').first()).toBeVisible()
      await expectWithin(page, page.getByRole('navigation').last().getByRole('listitem'), 'people')
    })

    test('every page is reached and used by keyboard, with visible focus', async () => {
      const { page } = manager
      await page.goto(`${system.url}/desk`)
      const pageLinks = page.getByRole('navigation', { name: messages.text('desk.sidebar.pages') }).getByRole('link')
      await expect(waitingRows(page, messages)).toHaveCount(40)
      // The pages may be known a moment after the queue.
      await expect.poll(() => pageLinks.count()).toBeGreaterThanOrEqual(12)
      const count = await pageLinks.count()
      for (let at = 0; at < count; at++) {
        const link = pageLinks.nth(at)
        await page.goto(`${system.url}/desk`)
        await expect(link).toBeVisible()
        const name = await link.getAttribute('href')
        await pressOn(page, link)
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
        // Through the rest of the sidebar and some way into the page.
        for (let presses = 0; presses < 30; presses++) {
          await page.keyboard.press('Tab')
          const focusProblem = await focusIsSeen(page)
          if (focusProblem !== 'nothing') expect(focusProblem, `${name}, ${presses}`).toBe('')
        }
      }
    })

    test('by keyboard a row and a dialog open, and both return the focus', async () => {
      const { page } = manager
      await page.goto(`${system.url}/desk/companies`)
      const row = page.getByRole('navigation').last().getByRole('listitem').nth(3).getByRole('link')
      await pressOn(page, row)
      await expect(row).toHaveAttribute('aria-current', 'true')
      for (const [path, opener] of [
        ['', page.locator('header button[aria-haspopup=dialog]').last()],
        ['agenda', page.locator('td button').first()],
      ] as const) {
        await page.goto(`${system.url}/desk/${path}`)
        await expect(opener).toBeVisible()
        await tabTo(page, opener)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))).toBe(true)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(opener).toBeFocused()
      }
      await page.goto(`${system.url}/desk/`)
      const selectedRow = page.locator('a[data-column][aria-current]')
      await expect(waitingRows(page, messages)).toHaveCount(40)
      for (let presses = 0; presses < 12; presses++) await page.keyboard.press('j')
      await expect(selectedRow).toBeInViewport({ ratio: 0.9 })
    })

    test('a patient’s lists of forty fit the smallest phone, and large text', async ({ browser }) => {
      const context = await browser.newContext({ locale: cast.locale })
      contexts.push(context)
      const patient = new Patient(await context.newPage(), messages, system.url, pictures)
      await signIn(patient, cast.patient)
      const { page } = patient
      for (const [name, path, least] of [
        ['consultations', '/consultations', 20],
        ['payments', '/profile/payment-history', 40],
        ['cards', '/account/profile/payment-methods', 40],
        ['family', '/account/profile/family', 7],
        ['notifications', '/account/profile/notifications', 0],
        ['documents', `/consultations/${await consultationWithDocuments(system.databaseUrl)}`, 40],
      ] as const) {
        await page.goto(system.url + path)
        const rows = page.getByRole('main').getByRole('listitem')
        if (least > 0) await expect.poll(() => rows.count(), name).toBeGreaterThanOrEqual(least)
        await capture(page, `${pictures}-${name}`, { axe: false })
        await captureAtWidths(page, `${pictures}-${name}`)
        for (const row of least > 0 ? [rows.last(), rows.first()] : []) {
          await row.scrollIntoViewIfNeeded()
          await expect(row, name).toBeInViewport()
        }
        await page.setViewportSize({ width: 320, height: 640 })
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect((await page.evaluate(measureOverflow)).sideways, `${name} at 320 and 200 %`).toBeLessThanOrEqual(0)
        await capture(page, `${pictures}-${name}-200`, { axe: false })
        await page.setViewportSize({ width: 390, height: 844 })
      }
    })
  })
}

/** The text before the time. */
const nowLine = (messages: ReturnType<typeof messagesOf>) => messages.pattern('desk.day.now')
