import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

/** All companies read them: no word of them is one's own. */
export const seed = moduleSeed({
  isShared: true,
  ids: { announcementId: 'number', imageName: 'uuid' },
  async seed({ admin, company: { companyId }, mediaId, unique }) {
    const announcementId = await insertedId(admin`
      insert into announcements (title, text, status, media_company_id, media_id, media_name, image_name)
      values (${unique}, 'Domingo às 3h', false, ${companyId}, ${mediaId}, 'aviso.png', ${unique}) returning id`);
    // There may be only so many active ones. Nobody is told of it: that would be written into the logs that tests compare.
    await admin`delete from announcement_news where announcement_id = ${announcementId}`;
    return { announcementId, imageName: unique };
  },
});
