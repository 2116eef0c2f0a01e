import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { IS_LONG, SCHEDULES, SEED, tell } from "../faults/form.js";
import { aMonthOf, exportOf, PEOPLE } from "./company.js";
import { diceOf } from "./dice.js";
import { handEdits } from "./hand-edits.js";
import { openOffice } from "./office.js";

/** A year in the long form; in the short one as many as its incidents need, each of which has a month of its own. */
const MONTHS = IS_LONG ? 12 : 8;
const YEARS = IS_LONG ? Math.ceil(SCHEDULES / 50) : 1;

it.each(Array.from({ length: YEARS }, (_, n) => SEED + n))(
  `${MONTHS} months of a company of ${PEOPLE} in three workspaces need no flag, and nobody has a value neither old nor new (seed %i)`,
  { timeout: IS_LONG ? 3_600_000 : 900_000 },
  async (seed) => {
    const dice = diceOf(seed);
    const [cut, killed, killedToo, killedAtNight, renamed, region, removed] = dice.shuffle(
      Array.from({ length: MONTHS - 1 }, (_, n) => n + 2),
    );
    const office = await openOffice(`ORGFORM_FAULTS_SEED=${seed}`, dice);
    const some = async (probability: number) => {
      for (const place of office.invited()) if (dice.chance(probability)) await office.product.accept(place);
    };
    for (let month = 1; month <= MONTHS; month += 1) {
      office.startMonth(month);
      await some(0.6);
      await office.night({ isKilled: month === killedAtNight });
      if (dice.chance(0.8)) await handEdits(office, dice);
      await some(0.3);
      await office.drift();
      await office.night();

      // Somebody loses one of two groups, and somebody everything: they stay out until the file says what is right.
      if (month === removed) {
        await office.takeAway();
        await office.night();
        await office.drift();
        await office.night();
      }

      const news = aMonthOf(dice, month, office.list(), office.shape());
      if (month === renamed) office.rename("Leadership");
      if (month === region) office.open("south");
      office.publish(news);
      if (month === cut) {
        const whole = exportOf(news.list, news.left);
        const lastRow = whole.trimEnd().lastIndexOf("\n") + 1;
        for (const length of [whole.length / 2, lastRow + 20, lastRow + 3, lastRow / 2]) {
          writeFileSync(join(office.folder, "people.csv"), whole.slice(0, length));
          await office.refuses();
        }
        office.publish(news);
      }
      await some(0.2);
      await office.night();
      if (month === killed || month === killedToo) {
        await office.apply({ isKilled: true });
        await some(0.3);
        await office.night();
      }
      await office.apply();
      // The administrators are not always as quick as HR.
      if (month % 3 !== 0) await office.removeNotListed();
      await office.drift();
    }
    tell({ seed, ...office.figures });
    // The run at night is killed only where somebody has joined.
    expect(office.figures.killed).toBeGreaterThanOrEqual(2);
    expect(office.figures.joined).toBeGreaterThan(MONTHS);
    expect(office.figures.quiet).toBeGreaterThan(0);
    expect(office.figures.stopped).toBeGreaterThan(0);
    expect(office.figures.afterPart).toBeGreaterThan(0);
  },
);
